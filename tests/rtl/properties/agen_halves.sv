// The product of apres.agen that is made of halves is the one that is made at once, and a difference added to what was
// taken off is what it was taken from.
module agen_halves #(
    parameter int AddrW = 4,
    parameter int IdW = 2
) (
    input logic [AddrW-1:0] addr_i,
    input logic [AddrW-1:0] old_addr_i,
    input logic [  IdW-1:0] id_i,
    input logic [  IdW-1:0] old_id_i,
    input logic [    IdW:0] by_i,
    input logic [AddrW-1:0] stride_i,
    input logic [AddrW-1:0] so_far_i,
    input logic             upper_i
);
  logic [AddrW-1:0] d_addr, again, product, lower, upper, to[0:1];
  logic [IdW:0] d_id, d_to;
  logic [AddrW-1:0] unused_d_addr[0:1];
  logic [IdW:0] unused_d_id[0:1], unused_d_to[0:1];
  apres_agen #(
      .AddrW(AddrW), .IdW(IdW)
  ) i_whole (
      .addr_i, .old_addr_i, .id_i, .old_id_i, .from_id_i(id_i), .to_id_i(old_id_i), .by_i, .stride_i, .upper_i, .so_far_i,
      .base_i(old_addr_i), .step_i(d_addr), .d_addr_o(d_addr), .d_id_o(d_id), .d_to_o(d_to), .product_o(product),
      .to_o(again)
  );
  apres_agen #(
      .AddrW(AddrW), .IdW(IdW), .Halves(1)
  ) i_lower (
      .addr_i, .old_addr_i, .id_i, .old_id_i, .from_id_i(id_i), .to_id_i(old_id_i), .by_i, .stride_i, .upper_i(1'b0),
      .so_far_i, .base_i(addr_i), .step_i(stride_i), .d_addr_o(unused_d_addr[0]), .d_id_o(unused_d_id[0]),
      .d_to_o(unused_d_to[0]), .product_o(lower), .to_o(to[0])
  );
  apres_agen #(
      .AddrW(AddrW), .IdW(IdW), .Halves(1)
  ) i_upper (
      .addr_i, .old_addr_i, .id_i, .old_id_i, .from_id_i(id_i), .to_id_i(old_id_i), .by_i, .stride_i, .upper_i(1'b1),
      .so_far_i(lower), .base_i(stride_i), .step_i(addr_i), .d_addr_o(unused_d_addr[1]), .d_id_o(unused_d_id[1]),
      .d_to_o(unused_d_to[1]), .product_o(upper), .to_o(to[1])
  );
  always_comb begin : a_halves_make_the_whole
    assert (upper == product);
  end
  always_comb begin : a_a_difference_gives_back
    assert (again == addr_i && (IdW + 1)'(old_id_i) + d_id == (IdW + 1)'(id_i) && d_to == (IdW + 1)'(0) - d_id);
  end
  always_comb begin : a_sums_commute
    assert (to[0] == to[1]);
  end
endmodule
