import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { MASK, masked } from '../model/mask.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

let key: Buffer | null = null
let keyName = ''

/** Takes the key of this process; see `householdKey`. */
export function setHouseholdKey(buffer: Buffer): void {
  key = buffer
  keyName = createHash('sha256').update(buffer).digest('base64url').slice(0, 8)
}

const ready = (): Buffer => {
  if (!key) throw new Error('The key of households was not given.')
  return key
}

/**
 * A text as it is stored: readable with the key alone, and different each time, so that equal ones cannot be
 * recognized.
 */
export function seal(text: string | null): string | null {
  if (text === null || text === '') return null
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, ready(), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyName}.${sealed.toString('base64url')}`
}

/**
 * The text that was sealed.
 *
 * @throws Error when it was sealed under another key, or has been changed since
 */
export function unseal(sealedText: string | null): string | null {
  if (sealedText === null) return null
  const [name, content = ''] = sealedText.split('.')
  if (name !== keyName)
    throw new Error(`A household was stored under key ${name}, and this portal has key ${keyName || 'none'}.`)
  const sealed = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv(CIPHER, ready(), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

type Sealed<Row, Name extends keyof Row> = Row & { [K in Name]: string | null }

/** Rows for display: the named fields in clear text for people who may read households, masked for others. */
export const shownHouseholds = <Row extends object, Name extends keyof Row>(
  rows: readonly Sealed<Row, Name>[],
  fields: readonly Name[],
  mayRead: boolean,
): Sealed<Row, Name>[] => rows.map((row) => changed(row, fields, mayRead ? unseal : masked))

/**
 * Lines as they are stored: the named fields sealed; one that comes back masked, or was not sent, is left
 * out, and so stays.
 */
export const sealedHouseholds = <Line extends object>(
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

function changed<Row extends object, Name extends keyof Row>(
  row: Row,
  fields: readonly Name[],
  change: (fieldValue: string | null) => string | null,
): Sealed<Row, Name> {
  const changedFields = Object.fromEntries(
    fields.map((field) => [field, change(row[field] as string | null)]),
  )
  return { ...row, ...changedFields } as Sealed<Row, Name>
}
