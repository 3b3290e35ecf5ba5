import type { ReadCents, Side, TieOut } from '#engines/worksheet/model/index.ts'

/**
 * Compares total assets with liabilities and equity. A statement that does not balance cannot be submitted
 * (domain 4.3).
 */
export function getBalanceTie(read: ReadCents): TieOut {
  const side = (code: string, label: string): Side => ({ label, cents: read(code), code })
  return {
    id: 'AFS-T1',
    title: 'The balance sheet balances',
    source: 'domain 4.3',
    left: side('1000T', '1000T total assets'),
    right: side('2033T', '2000T + 3130 liabilities and equity'),
    holds: 'equal',
    stops: true,
  }
}
