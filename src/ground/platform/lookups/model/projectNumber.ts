/**
 * A property's number as shown: 'MHDC #12-345' with the agency's short name, else 'LIHTC #98-001' from its
 * first LIHTC number, else ''. FMT-08.
 */
export function projectNumber(
  property: { agencyNumber?: string | null; lihtC1?: string | null },
  shortName: string,
): string {
  if (property.agencyNumber) return `${shortName} #${property.agencyNumber}`
  return property.lihtC1 ? `LIHTC #${property.lihtC1}` : ''
}
