import { createHash, createHmac } from 'node:crypto'

/** The keys that sign a request, and the region of the store. */
export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string }

const SIGNED_HEADERS = 'host;x-amz-content-sha256;x-amz-date'

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Encodes text as the signature requires: all characters except letters, digits and `-._~` in percent
 * signs.
 */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Builds a query in the order and encoding that the signature requires. */
export const buildS3Query = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')

/**
 * Returns the headers that sign a request to an S3-compatible store (AWS Signature Version 4, one chunk).
 * The path and query of the address must be encoded already, the query by {@link buildS3Query}.
 */
export function signS3Request(
  credentials: S3Credentials,
  request: { method: string; address: URL; contentHash?: string; now: Date },
): Record<string, string> {
  const { accessKeyId, secretAccessKey, region } = credentials
  const { method, address, contentHash = sha256(''), now } = request
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = moment.slice(0, 8)
  const canonical = [
    method,
    address.pathname,
    address.search.slice(1),
    `host:${address.host}`,
    `x-amz-content-sha256:${contentHash}`,
    `x-amz-date:${moment}`,
    '',
    SIGNED_HEADERS,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${SIGNED_HEADERS},Signature=${signature}`,
    'x-amz-content-sha256': contentHash,
    'x-amz-date': moment,
  }
}
