/** The digest that names a book in records: 64-bit FNV-1a of its canonical text, never 0. */

/** The prime is 2^40 + 0x1b3; the low half's product stays a whole number below 2^53. */
export function digestOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let i = 0; i < bytes.length; i++) {
    const mixed = (low ^ (bytes[i] ?? 0)) >>> 0;
    const product = mixed * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.trunc(product / 0x100000000) + (mixed << 8)) | 0;
    low = product | 0;
  }
  const digest = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return (digest || 1n).toString();
}

/** As the house and `tablier book list` write it. */
export const hexOf = (digest: string): string => BigInt(digest).toString(16).padStart(16, "0");
