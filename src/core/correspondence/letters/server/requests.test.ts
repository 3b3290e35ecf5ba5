import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import { permission } from '#kernel/model/access.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { MAX_IMAGE_BYTES } from '../model/image.ts'
import { loadLetters, loadSignatureBlock, storeLetter } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  connectModules([{ letters: { TestRequest: 'Replacement_Reserve' } }])
})
afterAll(() => {
  connectModules()
  return portal.close()
})

const dataUrl = (type: string, content: Buffer) => `data:image/${type};base64,${content.toString('base64')}`
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')
const png = (bytes = 100) =>
  dataUrl('png', Buffer.concat([pngStart, Buffer.alloc(bytes - pngStart.length - pngEnd.length), pngEnd]))
const jpeg = dataUrl('jpeg', Buffer.from('ffd8ffe000104a4649460001ffd9', 'hex'))
const addSigner = (body: object, persona: Persona = 'agency.write') =>
  portal.ask(persona, 'POST', '/api/Signer', body)

describe('signers', () => {
  test.each([
    ['PNG', png()],
    ['PNG of 200 KB', png(MAX_IMAGE_BYTES)],
    ['JPEG', jpeg],
    ['none', null],
  ])('the picture is accepted: %s', async (_, image) => {
    const reply = await addSigner({ name: 'Test Signer', image })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ name: 'Test Signer', image, active: true })
  })

  test.each([
    ['200 KB and a byte', png(MAX_IMAGE_BYTES + 1), 'at most 200 KB'],
    ['a text that calls itself PNG', dataUrl('png', Buffer.from('not a picture')), 'not a whole'],
    ['a JPEG that calls itself PNG', jpeg.replace('jpeg', 'png'), 'not a whole'],
    ['half a PNG', dataUrl('png', pngStart), 'not a whole'],
    ['an SVG', 'data:image/svg+xml;base64,PHN2Zy8+', 'PNG or JPEG'],
    ['a web address', 'https://example.com/signature.png', 'PNG or JPEG'],
    ['broken base64', 'data:image/png;base64,AAAAA', 'PNG or JPEG'],
    ['nothing in it', 'data:image/png;base64,', 'PNG or JPEG'],
  ])('the picture is refused: %s', async (_, image, text) => {
    const before = await portal.owner.query('select 1 from signer')
    const reply = await addSigner({ name: 'Test Signer', image })
    expect(reply.status).toBe(400)
    expect((reply.body as { message: string }).message).toContain(text)
    expect((await portal.owner.query('select 1 from signer')).rowCount).toBe(before.rowCount)
  })

  test.each<[Persona, number]>([
    ['anonymous', 401],
    ['agency.read', 403],
    ['company.admin', 403],
    ['global.admin', 403],
  ])('%s cannot add a signer (%i), and companies cannot read signers', async (persona, status) => {
    expect((await addSigner({ name: 'X' }, persona)).status).toBe(status)
    expect((await portal.ask(persona, 'GET', '/api/Signer')).status).toBe(
      persona === 'agency.read' ? 200 : status,
    )
  })

  test('LET-37 a signer has a signature block; other users and inactive signers have none', async () => {
    const block = async (userId: number) =>
      (
        await runInCall(portal, 'agency.write', permission('Replacement_Reserve', 'read'), (context) =>
          loadSignatureBlock(context, userId),
        )
      ).result
    expect(await block(9)).toBeNull()
    const reply = await addSigner({
      userId: 9,
      name: 'Agency Manager',
      title: 'Director',
      endLine: 'cc: file',
      image: jpeg,
    })
    expect(await block(9)).toEqual({
      Image: jpeg,
      Name: 'Agency Manager',
      Title: 'Director',
      Department: null,
      PhoneNumber: null,
      EndLine: 'cc: file',
    })
    const { signerId } = reply.body as { signerId: number }
    await portal.ask('agency.write', 'PUT', '/api/Signer', { signerId, active: false })
    expect(await block(9)).toBeNull()
  })
})

describe('letter log', () => {
  const data = {
    property: { propertyName: 'Maple Grove', propertyNumber: '12-034' },
    body: ['Dear {{contactName}}', null],
  }
  const letter = { propertyId: 1, entity: 'TestRequest', rowId: 5, kind: 'approval', title: 'Approval', data }
  const store = (persona: Persona, changes: object = {}) =>
    runInCall(portal, persona, permission('Replacement_Reserve', 'write'), (context) =>
      storeLetter(context, { ...letter, ...changes }),
    )
  const read = (persona: Persona, letterId: number) => portal.ask(persona, 'GET', `/api/Letter/${letterId}`)
  const byRow = (persona: Persona, entity = 'TestRequest', rowId = 5) =>
    portal.ask(persona, 'GET', `/api/Letter/GetByRow/${entity}/${rowId}`)

  test('a stored letter is read with exactly the same content', async () => {
    const letterId = (await store('agency.write')).result!
    const reply = await read('company.reader', letterId)
    expect(reply.body).toMatchObject({ ...letter, letterId, createdByName: 'Agency Write' })
    const [line] = (await byRow('company.reader')).body as Record<string, unknown>[]
    expect(line).toMatchObject({
      letterId,
      title: 'Approval',
      letterDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(line).not.toHaveProperty('data')
    const { result } = await runInCall(
      portal,
      'company.reader',
      permission('Replacement_Reserve', 'read'),
      (context) => loadLetters(context, 'TestRequest', 5),
    )
    expect(result).toEqual([
      {
        letterId,
        kind: 'approval',
        title: 'Approval',
        createdAt: expect.any(String),
        data: { ...data, letterheadId: null },
      },
    ])
  })

  test('the date of a letter is in the agency’s time zone, not in UTC', async () => {
    const letterId = (await store('agency.write', { rowId: 6 })).result!
    await portal.owner.query(`update letter set created_at = '2026-03-02T03:00:00Z' where letter_id = $1`, [
      letterId,
    ])
    expect((await read('agency.read', letterId)).body).toMatchObject({ letterDate: '2026-03-01' })
  })

  test('another company, and users without the permission, do not find the letter', async () => {
    const letterId = (await store('agency.write')).result!
    expect((await read('other.user', letterId)).status).toBe(404)
    expect((await byRow('other.user')).body).toEqual([])
    await portal.owner.query(`update permission set key = 'Occupancy' where user_id = 6`)
    expect((await read('company.reader', letterId)).status).toBe(404)
    expect((await byRow('company.reader')).body).toEqual([])
    await portal.owner.query(`update permission set key = 'Replacement_Reserve' where user_id = 6`)
    expect((await read('company.reader', letterId)).status).toBe(200)
  })

  test('a kind of record without letters is not found', async () => {
    expect((await byRow('agency.admin', 'Nothing')).status).toBe(404)
  })

  test('storing a letter for a property out of scope is refused', async () => {
    expect((await store('company.writer', { propertyId: 4 })).status).toBe(403)
  })
})
