import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { served } from '#app/registry.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** Calls that change something, with an id in the path and an optional or partly required body. */
const pathOnly = served
  .map(({ call }) => call)
  .filter(({ method, path, body, bodyType }) => method !== 'GET' && path.includes('/:') && body && !bodyType)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** An id that no record has. */
const UNKNOWN_ID = '2147483000'

test('TRUST-6.3 a call without a body works if its path says everything, or else its answer names the missing fields', async () => {
  expect(pathOnly.length).toBeGreaterThan(80)
  for (const { method, path, body } of pathOnly) {
    const parsed = z.safeParse(body!, {})
    const reply = await portal.ask('agency.admin', method, path.replaceAll(/:\w+/g, UNKNOWN_ID))
    const answer = reply.body as { fields?: Record<string, string>; message?: string } | null
    const fields = Object.keys(answer?.fields ?? {})
    if (parsed.success) expect(fields, `${method} ${path}: ${answer?.message}`).not.toContain('')
    else
      for (const { path: propertyKeys } of parsed.error.issues)
        expect(fields, `${method} ${path} ${reply.status}`).toContain(propertyKeys.join('.'))
    expect([415, 500], `${method} ${path}`).not.toContain(reply.status)
  }
})
