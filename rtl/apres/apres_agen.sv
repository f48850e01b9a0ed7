// Address generation of apres: the two differences that make a stride, and the address of a prefetch.
//
// Source: Oh et al., "APRES: Improving Cache Efficiency by Exploiting Load Characteristics on GPUs",
//   ISCA 2016, section IV, figures 6 and 9.
// Storage: 0 bits.
// Example (figure 9): addr 2000, old_addr 2800, id 2, old_id 10 -> d_addr -800, d_id -8; stride 100,
//   to_id 1 -> to 1900. Figure 6: addr 13000, id 2, stride 1000, to_id 0 -> to 11000.
// Same cycle: the outputs do not depend on each other.
// Degenerate: addresses, strides and the product are modulo 2^AddrW; of a difference of warps that
//   has more bits the product takes the lowest AddrW.
// Latency: 0 cycles.
module apres_agen #(
    /// bits of an address and of a stride, 1 to 64
    parameter int AddrW = 64,
    /// bits of a warp's ID, 1 to 8
    parameter int IdW = 8,
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
    /// stride of the PT
    input  logic [AddrW-1:0] stride_i,
    /// warp for which a prefetch is made
    input  logic [  IdW-1:0] to_id_i,
    /// addr_i - old_addr_i
    output logic [AddrW-1:0] d_addr_o,
    /// id_i - old_id_i, two's complement
    output logic [DiffW-1:0] d_id_o,
    /// addr_i + (to_id_i - id_i) * stride_i
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

  // Signed, so that the multiplier has as many rows as the difference has bits. Where an address has
  // fewer bits than that, the product has these fewer.
  logic signed [DiffW-1:0] warps;
  logic signed [AddrW-1:0] stride, product;
  assign warps  = DiffW'(to_id_i) - DiffW'(id_i);
  assign stride = stride_i;
  assign product = ProdW'(warps) * stride;
  logic unused_bits;
  assign unused_bits = &{1'b0, warps};

  assign d_addr_o = addr_i - old_addr_i;
  assign d_id_o = DiffW'(id_i) - DiffW'(old_id_i);
  assign to_o = addr_i + product;
endmodule
