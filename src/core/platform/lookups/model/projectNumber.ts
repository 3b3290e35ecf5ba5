/**
 * Returns the displayed number of a property: 'MHDC #12-345' with the agency's short name, otherwise 'LIHTC
 * #98-001' from its first LIHTC number, otherwise ''. FMT-08.
 */
export function formatPropertyNumber(
  property: { agencyNumber?: string | null; lihtC1?: string | null },
  shortName: string,
): string {
  if (property.agencyNumber) return `${shortName} #${property.agencyNumber}`
  return property.lihtC1 ? `LIHTC #${property.lihtC1}` : ''
}
