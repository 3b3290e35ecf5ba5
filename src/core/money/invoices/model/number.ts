/**
 * Returns an invoice number in the form that is compared: upper case, only letters and digits, no leading
 * zeros, so that ' 00a-17' equals 'A17'. '' for no number.
 */
export function normalizeInvoiceNumber(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}
