// Address generation of apres: the two differences that make a stride, and what makes the address of a
// prefetch of it: a difference of warps, a product, a sum.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figures 6 and 9.
// Storage: 0 bits.
// Example (figure 9): addr 2000, old_addr 2800, id 2, old_id 10 -> d_addr -800, d_id -8; to_id 1, from_id 2 ->
//   d_to -1; by -1, stride 100 -> product -100; base 2000, step -100 -> to 1900. Figure 6: to_id 0, from_id 2 ->
//   d_to -2; by -2, stride 1000 -> product -2000; base 13000 -> to 11000.
//   With Halves, addresses of 8 bits: by -1, stride 100, upper 0 -> product -4; by -1, stride 100, upper 1, so_far
//   -4 -> product -100.
// Same cycle: the outputs do not depend on each other, nor two of them on one input.
// Degenerate: addresses, strides and the product are modulo 2^AddrW; of a difference of warps that
//   has more bits the product takes the lowest AddrW. With Halves and an odd AddrW the lower half has one bit
//   more. Without Halves upper_i and so_far_i have no effect.
// Latency: 0 cycles.
module apres_agen #(
    /// bits of an address and of a stride, 1 to 64
    parameter int AddrW = 64,
    /// bits of a warp's ID, 1 to 8
    parameter int IdW = 8,
    /// 1: the product is made with one half of the stride at a time
    parameter int Halves = 0,
    localparam int DiffW = IdW + 1
) (
    /// address of the miss
    input  logic [AddrW-1:0] addr_i,
    /// address of the PT
    input  logic [AddrW-1:0] old_addr_i,
    /// warp of the miss
    input  logic [  IdW-1:0] id_i,
    /// warp of the PT
    input  logic [  IdW-1:0] old_id_i,
    /// warp of the miss for which prefetches are made
    input  logic [  IdW-1:0] from_id_i,
    /// warp for which one is made
    input  logic [  IdW-1:0] to_id_i,
    /// a difference of warps, two's complement
    input  logic [DiffW-1:0] by_i,
    /// stride of the PT
    input  logic [AddrW-1:0] stride_i,
    /// with Halves: the upper half of the stride
    input  logic             upper_i,
    /// with Halves and upper_i: the product with the lower half
    input  logic [AddrW-1:0] so_far_i,
    /// address of the miss for which prefetches are made
    input  logic [AddrW-1:0] base_i,
    /// what is added to it
    input  logic [AddrW-1:0] step_i,
    /// addr_i - old_addr_i
    output logic [AddrW-1:0] d_addr_o,
    /// id_i - old_id_i, two's complement
    output logic [DiffW-1:0] d_id_o,
    /// to_id_i - from_id_i, two's complement
    output logic [DiffW-1:0] d_to_o,
    /// by_i * stride_i, or of it what is known with this half
    output logic [AddrW-1:0] product_o,
    /// base_i + step_i
    output logic [AddrW-1:0] to_o
);
  // What is refused below must not stop a tool before its name does.
  localparam int ProdW = (AddrW > 0) ? AddrW : 1;

  if (AddrW < 1 || AddrW > 64) begin : gen_illegal_addr_w
    apres_agen_needs_AddrW_1_to_64 i_illegal ();
  end
  if (IdW < 1 || IdW > 8) begin : gen_illegal_id_w
    apres_agen_needs_IdW_1_to_8 i_illegal ();
  end
  if (Halves < 0 || Halves > 1) begin : gen_illegal_halves
    apres_agen_needs_Halves_0_to_1 i_illegal ();
  end

  // Signed, so that the multiplier has as many rows as the difference has bits.
  logic signed [DiffW-1:0] by;
  assign by = by_i;

  if (Halves == 0) begin : gen_whole
    // Where an address has fewer bits than the difference, the product has these fewer.
    logic signed [AddrW-1:0] stride, product;
    assign stride = stride_i;
    assign product = ProdW'(by) * stride;
    assign product_o = product;
    logic unused_bits;
    assign unused_bits = &{1'b0, by, upper_i, so_far_i};
  end else begin : gen_halves
    // Neither half has a sign, nor has what the lower half has carried, which is added to the product of the
    // upper half.
    localparam int HalfW = (ProdW + 1) / 2;
    localparam int SumW = HalfW + DiffW;
    logic [2*HalfW-1:0] stride, so_far, product;
    logic signed [HalfW:0] half, carry;
    logic signed [SumW-1:0] sum;
    assign stride = (2 * HalfW)'(stride_i);
    assign so_far = (2 * HalfW)'(so_far_i);
    assign half = {1'b0, upper_i ? stride[2*HalfW-1:HalfW] : stride[HalfW-1:0]};
    assign carry = {1'b0, so_far[2*HalfW-1:HalfW] & {HalfW{upper_i}}};
    assign sum = SumW'(by) * SumW'(half) + SumW'(carry);
    assign product = upper_i ? {sum[HalfW-1:0], so_far[HalfW-1:0]} : (2 * HalfW)'(sum);
    assign product_o = product[AddrW-1:0];
    logic unused_bits;
    assign unused_bits = &{1'b0, sum, product};
  end

  assign d_addr_o = addr_i - old_addr_i;
  assign d_id_o = DiffW'(id_i) - DiffW'(old_id_i);
  assign d_to_o = DiffW'(to_id_i) - DiffW'(from_id_i);
  assign to_o = base_i + step_i;

  // Of two IDs, which have no sign, no difference is the lowest number of its width. It is unknown before the first
  // inputs in a simulator with unknown values.
  always @(*) begin : a_no_difference_is_the_lowest
    assert (d_id_o !== {1'b1, {IdW{1'b0}}} && d_to_o !== {1'b1, {IdW{1'b0}}});
  end
endmodule
