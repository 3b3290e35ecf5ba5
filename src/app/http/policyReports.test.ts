import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { REPORT_GROUP, REPORT_PATH, readViolations } from './policyReports.ts'

let portal: Portal
const lines: string[] = []
let minute = 0
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  portal = await openPortal({ LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await portal.close()
  vi.restoreAllMocks()
})
// Each test runs in a separate minute, because the log has limits by minute.
beforeEach(() => {
  lines.length = 0
  minute += 10
  portal.setNow(new Date(Date.UTC(2026, 4, 5, 12, minute)))
})

const sendReport = (body: unknown, type = 'application/csp-report', remoteAddress = '127.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: REPORT_PATH,
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const buildReport = (more: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://portal.example/reset?token=secret-q7x#/x',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/script.js?stolen=secret-q7x',
    'source-file': 'https://portal.example/assets/app.js',
    'line-number': 12,
    'script-sample': 'secret-q7x',
    ...more,
  },
})
/** Waits until the log has this many reports and returns them. The log is written in batches. */
const waitForReports = async (count: number) => {
  const parseReports = () =>
    lines
      .join('')
      .split('\n')
      .filter((line) => line.includes('content security policy'))
  await vi.waitFor(() => expect(parseReports().length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
  return parseReports()
}

describe('6.7 violations of the content security policy', () => {
  test('the policy of every answer names the path for reports', async () => {
    for (const path of ['/health', '/api/openapi.json', '/nowhere']) {
      const { headers } = await portal.app.inject(path)
      expect(headers['reporting-endpoints'], path).toBe(`${REPORT_GROUP}="${REPORT_PATH}"`)
      const policy = String(headers['content-security-policy']).split(';')
      expect(policy).toContain(`report-uri ${REPORT_PATH}`)
      expect(policy).toContain(`report-to ${REPORT_GROUP}`)
    }
  })

  test('a report is logged with the blocked address, but without parts that may be secret', async () => {
    expect((await sendReport(buildReport())).statusCode).toBe(204)
    const [line] = await waitForReports(1)
    expect(line).toContain('https://evil.example/script.js')
    expect(line).toContain('script-src-elem')
    expect(line).toContain('"page":"https://portal.example/reset"')
    expect(line).not.toContain('secret-q7x')
  })

  test('a report in the format of the Reporting API is logged in the same way', async () => {
    const body = {
      documentURL: 'https://portal.example/',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    }
    const reports = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body },
    ]
    expect((await sendReport(reports, 'application/reports+json')).statusCode).toBe(204)
    const matches = await waitForReports(1)
    expect(matches).toHaveLength(1)
    expect(matches[0]).toContain('"blocked":"inline"')
  })

  test('the log has a limit of reports for each address and in all, and counts the others', async () => {
    for (let count = 0; count < 30; count += 1) await sendReport(buildReport())
    expect(await waitForReports(10)).toHaveLength(10)
    for (let address = 0; address < 100; address += 1)
      await sendReport(buildReport(), 'application/csp-report', `10.0.0.${address}`)
    expect(await waitForReports(60)).toHaveLength(60)
    portal.setNow(new Date(Date.UTC(2026, 4, 5, 12, minute + 2)))
    await sendReport(buildReport())
    const after = await waitForReports(62)
    expect(after).toHaveLength(62)
    expect(after.join()).toContain('"left":70')
  })

  test.each([
    ['too large', 'x'.repeat(20_000), 'application/csp-report', 400],
    ['of another type', 'a=b', 'application/x-www-form-urlencoded', 400],
    ['no report', { anything: 1 }, 'application/csp-report', 204],
    ['no JSON', '{"csp-report":', 'application/csp-report', 204],
    ['a list of nonsense', [1, null, { type: 'csp-violation' }], 'application/reports+json', 204],
  ])('a report that is %s is refused or ignored, and not logged', async (_, body, type, status) => {
    expect((await sendReport(body, type)).statusCode).toBe(status)
    await sendReport(buildReport())
    expect(await waitForReports(1)).toHaveLength(1)
  })

  test('a text in a report cannot add a line to the log, and is cut to 200 characters', () => {
    const text = `a\nb\u2028c\u202e${'d'.repeat(10_000)}`
    const [violation] = readViolations(
      JSON.stringify(buildReport({ 'effective-directive': text, 'blocked-uri': text })),
    )
    for (const value of [violation!.directive, violation!.blocked]) {
      expect(value.length).toBeLessThanOrEqual(200)
      expect(value).toMatch(/^abcd+$/)
    }
    expect(
      readViolations(
        JSON.stringify(Array(50).fill({ type: 'csp-violation', body: { effectiveDirective: 'x' } })),
      ),
    ).toHaveLength(5)
  })
})
