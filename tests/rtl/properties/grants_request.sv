// The priority encoder grants a request and nothing else: one line where there is a request, and none
// without.
module grants_request #(
    parameter int N = 5,
    localparam int IdxW = (N > 1) ? $clog2(N) : 1
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [N-1:0] req_i
);
  logic any;
  logic [IdxW-1:0] idx;
  logic [N-1:0] onehot;
  prio_enc #(
      .N(N)
  ) i_enc (
      .req_i, .any_o(any), .idx_o(idx), .onehot_o(onehot)
  );

  always @(posedge clk_i) begin : a_a_grant_is_a_request
    if (rst_ni) assert ((onehot & ~req_i) == {N{1'b0}});
  end
  always @(posedge clk_i) begin : a_a_request_is_granted
    if (rst_ni) assert (any == |req_i && any == |onehot);
  end
  always @(posedge clk_i) begin : a_one_is_granted
    if (rst_ni) assert ((onehot & (onehot - N'(1))) == {N{1'b0}});
  end
endmodule
