import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { served } from '#app/registry.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** Calls that change something and whose path says all that they must know. */
const pathOnly = served
  .map(({ call }) => call)
  .filter(({ method, path, body, bodyType }) => method !== 'GET' && path.includes('/:') && body && !bodyType)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** No record has this number. */
const NOWHERE = '2147483000'

test('TRUST-6.3 what its path says works without a body; where something must be said, the answer names it', async () => {
  expect(pathOnly.length).toBeGreaterThan(80)
  for (const { method, path, body } of pathOnly) {
    const zodSafeParseResult = z.safeParse(body!, {})
    const reply = await portal.ask('agency.admin', method, path.replaceAll(/:\w+/g, NOWHERE))
    const answer = reply.body as { fields?: Record<string, string>; message?: string } | null
    const fields = Object.keys(answer?.fields ?? {})
    if (zodSafeParseResult.success) expect(fields, `${method} ${path}: ${answer?.message}`).not.toContain('')
    else
      for (const { path: propertyKeys } of zodSafeParseResult.error.issues)
        expect(fields, `${method} ${path} ${reply.status}`).toContain(propertyKeys.join('.'))
    expect([415, 500], `${method} ${path}`).not.toContain(reply.status)
  }
})
