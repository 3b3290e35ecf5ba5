/** The fields that identify a vendor. */
export type VendorIdentity = { name: string; zip?: string | null; taxIdLast4?: string | null }

const LEGAL_FORM = / (inc|incorporated|llc|co|company|corp|corporation|ltd|limited|lp|llp|pc)$/

/**
 * Returns a vendor's name as it is compared when looking for duplicates: lower case, without accents,
 * punctuation, a leading "the" and legal forms at the end, so that "The Acme Roofing Co., L.L.C." equals
 * "ACME ROOFING".
 */
export function normalizeVendorName(name: string): string {
  let normalized = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.'’]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
  while (LEGAL_FORM.test(normalized)) normalized = normalized.replace(LEGAL_FORM, '')
  return normalized || name.trim().toLowerCase()
}

const getZip = (vendor: VendorIdentity): string => vendor.zip?.slice(0, 5) ?? ''

/**
 * Vendors that can be searched by identity. Two vendors are the same if two of three fields agree: name,
 * first five digits of the ZIP code, last four digits of the tax id. Equal names also match if one of the
 * vendors has no ZIP code.
 */
export class KnownVendors<T extends VendorIdentity> {
  readonly #byName = new Map<string, T[]>()
  readonly #byTaxId = new Map<string, T>()

  constructor(vendors: Iterable<T> = []) {
    for (const vendor of vendors) this.add(vendor)
  }

  add(vendor: T): void {
    const name = normalizeVendorName(vendor.name)
    const namesakes = this.#byName.get(name)
    if (namesakes) namesakes.push(vendor)
    else this.#byName.set(name, [vendor])
    if (vendor.taxIdLast4 && getZip(vendor)) this.#byTaxId.set(vendor.taxIdLast4 + getZip(vendor), vendor)
  }

  /** Finds the known vendor that is the same as this one; undefined if there is none. */
  find(vendor: VendorIdentity): T | undefined {
    const zip = getZip(vendor)
    const namesakes = this.#byName.get(normalizeVendorName(vendor.name)) ?? []
    return (
      namesakes.find((item) => zip === '' || getZip(item) === '' || getZip(item) === zip) ??
      namesakes.find((item) => vendor.taxIdLast4 && item.taxIdLast4 === vendor.taxIdLast4) ??
      (vendor.taxIdLast4 && zip ? this.#byTaxId.get(vendor.taxIdLast4 + zip) : undefined)
    )
  }
}
