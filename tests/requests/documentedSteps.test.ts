import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls, entities, served } from '#app/registry.ts'
import type { Call } from '#kernel/model/call.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const documented = JSON.parse(
  await readFile(new URL('../spec/pathOnly.json', import.meta.url), 'utf8'),
) as readonly string[]

/** Makes paths comparable: replaces parameters with `*` and uses lower case. */
const normalizePath = (path: string): string => path.replaceAll(/\/(:\w+|\{[^}]+\})/g, '/*').toLowerCase()

function findCall(method: string, path: string): Call | undefined {
  const hasSamePath = (text: string) =>
    [normalizePath(path), normalizePath(`/api${path}`)].includes(normalizePath(text))
  return calls.find(
    (call) =>
      (call.method === method || (call.changes && method === 'POST')) &&
      [call.path, ...(call.aliases ?? [])].some((text) => hasSamePath(text)),
  )
}

/** Every kind of record has the UnSubmit call, whose path the documents show once. */
const unsubmitCalls = calls
  .filter(({ method, path }) => method === 'POST' && /\/UnSubmit\/:\w+$/.test(path))
  .map(({ method, path }) => `${method} ${path}`)
const steps = [...new Set([...documented, ...unsubmitCalls])].map((text) => {
  const [method, path] = text.split(' ') as [string, string]
  return { name: text, call: findCall(method, path) }
})

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

test('client 4: the portal has every call that the documents show with a path alone', () => {
  expect(documented.length).toBeGreaterThan(80)
  expect(steps.filter(({ call }) => !call).map(({ name }) => name)).toEqual([])
})

describe.each(steps.filter(({ call }) => call))('client 4: $name', ({ name, call }) => {
  test('the call needs no body', async () => {
    if (call!.body) expect(z.safeParse(call!.body, {}).error?.issues).toBeUndefined()
    const { url } = getSample(call!, createFindId(call!, calls, entities, idsByEntity, properties.a))
    const { status, body } = await dry.ask('agency.admin', call!, { url, body: undefined })
    const { fields = {}, message = '' } = (body ?? {}) as {
      fields?: Record<string, string[]>
      message?: string
    }
    const details = `${status} ${message} ${JSON.stringify(fields)}`
    expect([415, 500], details).not.toContain(status)
    expect(message, details).not.toMatch(/body/i)
    // A submitted record may lack fields. Any other call takes everything it needs from its path.
    if (/\/(Submit|Certify)\//i.test(name)) return
    const requiredFields = Object.entries(fields).filter(([, words]) =>
      words.some((word) => word.includes(REQUIRED)),
    )
    expect(requiredFields, details).toEqual([])
  })
})
