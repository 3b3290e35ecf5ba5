import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { REPORT_GROUP, REPORT_PATH, violationsIn } from './policyReports.ts'

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
// Each test has a minute of its own.
beforeEach(() => {
  lines.length = 0
  minute += 10
  portal.setNow(new Date(Date.UTC(2026, 4, 5, 12, minute)))
})

const send = (body: unknown, type = 'application/csp-report', remoteAddress = '127.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: REPORT_PATH,
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const report = (more: object = {}) => ({
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
/** The log is written in batches: what was logged stands there when a second was waited for at most. */
const logged = async (count: number) => {
  const parseReports = () =>
    lines
      .join('')
      .split('\n')
      .filter((line) => line.includes('content security policy'))
  await vi.waitFor(() => expect(parseReports().length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
  return parseReports()
}

describe('6.7 violations of the content security policy', () => {
  test('the policy of every answer says where they are told', async () => {
    for (const path of ['/health', '/api/openapi.json', '/nowhere']) {
      const { headers } = await portal.app.inject(path)
      expect(headers['reporting-endpoints'], path).toBe(`${REPORT_GROUP}="${REPORT_PATH}"`)
      const policy = String(headers['content-security-policy']).split(';')
      expect(policy).toContain(`report-uri ${REPORT_PATH}`)
      expect(policy).toContain(`report-to ${REPORT_GROUP}`)
    }
  })

  test('are logged with what was blocked, and without what may be secret', async () => {
    expect((await send(report())).statusCode).toBe(204)
    const [line] = await logged(1)
    expect(line).toContain('https://evil.example/script.js')
    expect(line).toContain('script-src-elem')
    expect(line).toContain('"page":"https://portal.example/reset"')
    expect(line).not.toContain('secret-q7x')
  })

  test('of the Reporting API are the same', async () => {
    const body = {
      documentURL: 'https://portal.example/',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    }
    const reports = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body },
    ]
    expect((await send(reports, 'application/reports+json')).statusCode).toBe(204)
    const matches = await logged(1)
    expect(matches).toHaveLength(1)
    expect(matches[0]).toContain('"blocked":"inline"')
  })

  test('fill no log: so many of an address, so many in all, the rest is counted', async () => {
    for (let count = 0; count < 30; count += 1) await send(report())
    expect(await logged(10)).toHaveLength(10)
    for (let address = 0; address < 100; address += 1)
      await send(report(), 'application/csp-report', `10.0.0.${address}`)
    expect(await logged(60)).toHaveLength(60)
    portal.setNow(new Date(Date.UTC(2026, 4, 5, 12, minute + 2)))
    await send(report())
    const after = await logged(62)
    expect(after).toHaveLength(62)
    expect(after.join()).toContain('"left":70')
  })

  test.each([
    ['too large', 'x'.repeat(20_000), 'application/csp-report', 400],
    ['of another type', 'a=b', 'application/x-www-form-urlencoded', 400],
    ['no report', { anything: 1 }, 'application/csp-report', 204],
    ['no JSON', '{"csp-report":', 'application/csp-report', 204],
    ['a list of nonsense', [1, null, { type: 'csp-violation' }], 'application/reports+json', 204],
  ])('%s: refused or ignored, and nothing is logged of it', async (_, body, type, status) => {
    expect((await send(body, type)).statusCode).toBe(status)
    await send(report())
    expect(await logged(1)).toHaveLength(1)
  })

  test('a text in them cannot write a line of its own, nor a long one', () => {
    const text = `a\nb\u2028c\u202e${'d'.repeat(10_000)}`
    const [violation] = violationsIn(
      JSON.stringify(report({ 'effective-directive': text, 'blocked-uri': text })),
    )
    for (const value of [violation!.directive, violation!.blocked]) {
      expect(value.length).toBeLessThanOrEqual(200)
      expect(value).toMatch(/^abcd+$/)
    }
    expect(
      violationsIn(
        JSON.stringify(Array(50).fill({ type: 'csp-violation', body: { effectiveDirective: 'x' } })),
      ),
    ).toHaveLength(5)
  })
})
