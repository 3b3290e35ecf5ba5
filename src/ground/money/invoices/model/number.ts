/**
 * An invoice number as compared when looking for duplicates: upper case, letters and digits only, without
 * leading zeros, so that ' 00a-17' equals 'A17'. '' for none.
 */
export function normaliseInvoiceNumber(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}
