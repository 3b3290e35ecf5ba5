import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls, entities, served } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, knownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { getSample, namingFor } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const documented = JSON.parse(
  await readFile(new URL('../spec/pathOnly.json', import.meta.url), 'utf8'),
) as readonly string[]

/** An address with every parameter called alike, in small letters. */
const pattern = (path: string): string => path.replaceAll(/\/(:\w+|\{[^}]+\})/g, '/*').toLowerCase()

function callAt(method: string, path: string): Call | undefined {
  const isIt = (text: string) => [pattern(path), pattern(`/api${path}`)].includes(pattern(text))
  return calls.find(
    (call) =>
      (call.method === method || (call.changes && method === 'POST')) &&
      [call.path, ...(call.aliases ?? [])].some((text) => isIt(text)),
  )
}

/** Every subject has the shared call, of which the documents show the path once. */
const shared = calls
  .filter(({ method, path }) => method === 'POST' && /\/UnSubmit\/:\w+$/.test(path))
  .map(({ method, path }) => `${method} ${path}`)
const steps = [...new Set([...documented, ...shared])].map((text) => {
  const [method, path] = text.split(' ') as [string, string]
  return { name: text, call: callAt(method, path) }
})

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  idsByEntity = await knownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

test('client 4: every call that the documents show with a path alone is one of the portal', () => {
  expect(documented.length).toBeGreaterThan(80)
  expect(steps.filter(({ call }) => !call).map(({ name }) => name)).toEqual([])
})

describe.each(steps.filter(({ call }) => call))('client 4: $name', ({ name, call }) => {
  test('is taken without a body', async () => {
    if (call!.body) expect(z.safeParse(call!.body, {}).error?.issues).toBeUndefined()
    const { url } = getSample(call!, namingFor(call!, calls, entities, idsByEntity, properties.a))
    const { status, body } = await dry.ask('agency.admin', call!, { url, body: undefined })
    const { fields = {}, message = '' } = (body ?? {}) as {
      fields?: Record<string, string[]>
      message?: string
    }
    const details = `${status} ${message} ${JSON.stringify(fields)}`
    expect([415, 500], details).not.toContain(status)
    expect(message, details).not.toMatch(/body/i)
    // A record that is submitted may be incomplete; a call that says all by its path is not.
    if (/\/(Submit|Certify)\//i.test(name)) return
    const lacking = Object.entries(fields).filter(([, words]) =>
      words.some((word) => word.includes(REQUIRED)),
    )
    expect(lacking, details).toEqual([])
  })
})
