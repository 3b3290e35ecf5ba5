import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** The path to which browsers report violations of the content security policy. */
export const REPORT_PATH = '/csp-report'
/** The name of that place in the policy and in `Reporting-Endpoints`. */
export const REPORT_GROUP = 'policy'

const BODY_BYTES = 16_384
/**
 * The most reports of one body that are looked at, and the most that are logged in a minute, from one address
 * and in all.
 */
const MOST_IN_BODY = 5
const MOST_FROM_ADDRESS = 10
const MOST_IN_MINUTE = 60
const MINUTE = 60_000
const MOST_LENGTH = 200

/**
 * The logged parts of a violation: the blocked address, the part of the policy, the page. Never what
 * stood in it.
 */
export type Violation = {
  directive: string
  blocked: string
  page: string
  source: string
  line: number | null
}

type Sent = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text that is safe in a log: short, and without signs that end or turn a line. */
const plain = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MOST_LENGTH).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '') : ''

/**
 * An address without what may be secret in it, such as the token of a link; words such as "inline" stay as
 * they are.
 */
function plainAddress(value: unknown): string {
  const text = plain(value)
  try {
    const { protocol, host, pathname } = new URL(text)
    return host ? `${protocol}//${host}${pathname}` : protocol
  } catch {
    return text.split(/[?#]/, 1)[0] ?? ''
  }
}

/** The fields of a violation by either of their two spellings: of `report-uri`, and of the Reporting API. */
function getViolation(payload: Sent): Violation {
  const line = payload['line-number'] ?? payload.lineNumber
  return {
    directive: plain(
      payload['effective-directive'] ?? payload['violated-directive'] ?? payload.effectiveDirective,
    ),
    blocked: plainAddress(payload['blocked-uri'] ?? payload.blockedURL),
    page: plainAddress(payload['document-uri'] ?? payload.documentURL),
    source: plainAddress(payload['source-file'] ?? payload.sourceFile),
    line: Number.isSafeInteger(line) ? (line as number) : null,
  }
}

/** The violations that a body reports; none where it is no report. */
export function violationsIn(body: string): Violation[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return []
  }
  const reports = Array.isArray(parsed)
    ? parsed
        .filter((report) => isObject(report) && report.type === 'csp-violation')
        .map((report: Sent) => report.body)
    : [isObject(parsed) ? parsed['csp-report'] : null]
  return reports
    .slice(0, MOST_IN_BODY)
    .filter(isObject)
    .map(getViolation)
    .filter(({ directive }) => directive !== '')
}

/** Logs violations, so many a minute; of the rest it says once a minute how many there were. */
class ViolationLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #now: () => Date
  #begun = 0
  #left = 0
  #logged = 0
  readonly #byAddress = new Map<string, number>()

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, now: () => Date) {
    this.#log = log
    this.#now = now
  }

  add(address: string, violations: readonly Violation[]): void {
    const now = this.#now().getTime()
    if (Math.abs(now - this.#begun) >= MINUTE) this.#beginMinute(now)
    for (const violation of violations) {
      const count = this.#byAddress.get(address) ?? 0
      if (this.#logged >= MOST_IN_MINUTE || count >= MOST_FROM_ADDRESS) this.#left += 1
      else {
        this.#byAddress.set(address, count + 1)
        this.#logged += 1
        this.#log.warn(
          { violation },
          `The content security policy blocked ${violation.blocked || 'something'} (${violation.directive}).`,
        )
      }
    }
  }

  #beginMinute(now: number): void {
    if (this.#left > 0)
      this.#log.warn({ left: this.#left }, 'Further reports of the content security policy were not logged.')
    this.#begun = now
    this.#left = 0
    this.#logged = 0
    this.#byAddress.clear()
  }
}

/**
 * Takes reports of violations. They come from browsers without a session and from whoever likes to send some,
 * so that they are bounded in size and number, stored nowhere, and answered with nothing.
 */
export async function takePolicyReports(app: FastifyInstance, now: () => Date): Promise<void> {
  const violations = new ViolationLog(app.log, now)
  await app.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string' },
      (_, body, finish) => finish(null, body),
    )
    place.post(REPORT_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      violations.add(request.ip, violationsIn(String(request.body ?? '')))
      return reply.code(204).send()
    })
  })
}
