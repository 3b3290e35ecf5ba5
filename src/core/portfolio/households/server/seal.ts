import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { MASK, maskValue } from '../model/mask.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

let householdKey: Buffer | null = null
let keyFingerprint = ''

/** Sets the key that this process encrypts with; `loadHouseholdKey` provides it. */
export function setHouseholdKey(buffer: Buffer): void {
  householdKey = buffer
  keyFingerprint = createHash('sha256').update(buffer).digest('base64url').slice(0, 8)
}

const requireKey = (): Buffer => {
  if (!householdKey) throw new Error('The key of households was not given.')
  return householdKey
}

/**
 * Encrypts a text for storage. The result differs each time, so that equal texts cannot be recognized. Null
 * and '' become null.
 */
export function seal(text: string | null): string | null {
  if (text === null || text === '') return null
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, requireKey(), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyFingerprint}.${sealed.toString('base64url')}`
}

/**
 * Decrypts a text that `seal` encrypted.
 *
 * @throws Error if it was sealed under another key or was changed since
 */
export function unseal(sealedText: string | null): string | null {
  if (sealedText === null) return null
  const [name, content = ''] = sealedText.split('.')
  if (name !== keyFingerprint)
    throw new Error(
      `A household was stored under key ${name}, and this portal has key ${keyFingerprint || 'none'}.`,
    )
  const sealed = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv(CIPHER, requireKey(), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

type Sealed<Row, Name extends keyof Row> = Row & { [K in Name]: string | null }

/** Prepares rows for display: decrypts the fields if the caller may read households, else masks them. */
export const openHouseholds = <Row extends object, Name extends keyof Row>(
  rows: readonly Sealed<Row, Name>[],
  fields: readonly Name[],
  mayRead: boolean,
): Sealed<Row, Name>[] => rows.map((row) => mapFields(row, fields, mayRead ? unseal : maskValue))

/**
 * Prepares lines for storage by encrypting the fields. Fields that are masked or were not sent are left out,
 * so that their stored values remain.
 */
export const sealHouseholds = <Line extends object>(
  lines: readonly Line[],
  fields: readonly (keyof Line)[],
): Line[] =>
  lines.map((line) => {
    const sealed = { ...line }
    for (const field of fields) {
      if (line[field] === MASK || line[field] === undefined) delete sealed[field]
      else sealed[field] = seal(line[field] as string | null) as Line[keyof Line]
    }
    return sealed
  })

/** Returns the row with `change` applied to the fields. */
function mapFields<Row extends object, Name extends keyof Row>(
  row: Row,
  fields: readonly Name[],
  change: (fieldValue: string | null) => string | null,
): Sealed<Row, Name> {
  const changedFields = Object.fromEntries(
    fields.map((field) => [field, change(row[field] as string | null)]),
  )
  return { ...row, ...changedFields } as Sealed<Row, Name>
}
