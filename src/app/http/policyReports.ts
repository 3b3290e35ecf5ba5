import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** The path to which browsers report violations of the content security policy. */
export const REPORT_PATH = '/csp-report'
/** The name of the path for reports in the policy and in `Reporting-Endpoints`. */
export const REPORT_GROUP = 'policy'

const BODY_BYTES = 16_384
/**
 * The greatest number of reports read from one body, and logged in a minute from one address and in all.
 */
const MAX_IN_BODY = 5
const MAX_FROM_ADDRESS = 10
const MAX_IN_MINUTE = 60
const MINUTE_MILLISECONDS = 60_000
const MAX_TEXT_LENGTH = 200

/**
 * The logged parts of a violation: the directive of the policy, the blocked address, the page, and the place
 * in its source. The content of the page is never logged.
 */
export type Violation = {
  directive: string
  blocked: string
  page: string
  source: string
  line: number | null
}

type ReportFields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is ReportFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a text safe for a log: short, and without characters that end a line or change its direction. */
const toSafeText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '') : ''

/**
 * Removes the parts of an address that may be secret, such as the token of a link. Words such as "inline"
 * remain unchanged.
 */
function toSafeAddress(value: unknown): string {
  const text = toSafeText(value)
  try {
    const { protocol, host, pathname } = new URL(text)
    return host ? `${protocol}//${host}${pathname}` : protocol
  } catch {
    return text.split(/[?#]/, 1)[0] ?? ''
  }
}

/** Reads a violation in either of two spellings: of `report-uri`, or of the Reporting API. */
function readViolation(payload: ReportFields): Violation {
  const line = payload['line-number'] ?? payload.lineNumber
  return {
    directive: toSafeText(
      payload['effective-directive'] ?? payload['violated-directive'] ?? payload.effectiveDirective,
    ),
    blocked: toSafeAddress(payload['blocked-uri'] ?? payload.blockedURL),
    page: toSafeAddress(payload['document-uri'] ?? payload.documentURL),
    source: toSafeAddress(payload['source-file'] ?? payload.sourceFile),
    line: Number.isSafeInteger(line) ? (line as number) : null,
  }
}

/** Reads the violations in a body, none if it is not a report. */
export function readViolations(body: string): Violation[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return []
  }
  const reports = Array.isArray(parsed)
    ? parsed
        .filter((report) => isObject(report) && report.type === 'csp-violation')
        .map((report: ReportFields) => report.body)
    : [isObject(parsed) ? parsed['csp-report'] : null]
  return reports
    .slice(0, MAX_IN_BODY)
    .filter(isObject)
    .map(readViolation)
    .filter(({ directive }) => directive !== '')
}

/** Logs violations up to a limit for each minute, and once a minute the number of others. */
class ViolationLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #now: () => Date
  #minuteStart = 0
  #skipped = 0
  #loggedCount = 0
  readonly #byAddress = new Map<string, number>()

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, now: () => Date) {
    this.#log = log
    this.#now = now
  }

  add(address: string, violations: readonly Violation[]): void {
    const now = this.#now().getTime()
    if (Math.abs(now - this.#minuteStart) >= MINUTE_MILLISECONDS) this.#beginMinute(now)
    for (const violation of violations) {
      const count = this.#byAddress.get(address) ?? 0
      if (this.#loggedCount >= MAX_IN_MINUTE || count >= MAX_FROM_ADDRESS) this.#skipped += 1
      else {
        this.#byAddress.set(address, count + 1)
        this.#loggedCount += 1
        this.#log.warn(
          { violation },
          `The content security policy blocked ${violation.blocked || 'something'} (${violation.directive}).`,
        )
      }
    }
  }

  #beginMinute(now: number): void {
    if (this.#skipped > 0)
      this.#log.warn(
        { left: this.#skipped },
        'Further reports of the content security policy were not logged.',
      )
    this.#minuteStart = now
    this.#skipped = 0
    this.#loggedCount = 0
    this.#byAddress.clear()
  }
}

/**
 * Serves the path that receives reports of violations. Anyone can send them without a session, so they are
 * limited in size and number, stored only in the log, and answered with no content.
 */
export async function servePolicyReports(app: FastifyInstance, now: () => Date): Promise<void> {
  const violations = new ViolationLog(app.log, now)
  await app.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string' },
      (_, body, finish) => finish(null, body),
    )
    place.post(REPORT_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      violations.add(request.ip, readViolations(String(request.body ?? '')))
      return reply.code(204).send()
    })
  })
}
