import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { exif, frame, jpeg } from '#tests/pictures.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { PropertyListing, PublishedListing } from '../model/calls.ts'
import type { Photo } from '../model/entities.ts'
import type { ListingDetail, ListingLine } from '../model/listings.ts'
import { staleListingJob } from './night.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AHL', true, true),
    (5, 2, 'AHL', true, true), (6, 1, 'AHL', true, false), (7, 4, 'AHL', true, true)`)
})
beforeEach(() => portal.setNow(new Date('2026-02-20T15:00:00Z')))
afterEach(() => portal.owner.query('truncate ahl, ahl_photo, file, outbox, status_history cascade'))
afterAll(() => portal.close())

const path = '/api/AHL'
const photoPath = '/api/AHLPhoto'
const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  portal.ask(persona, method, url, body)
const post = (persona: string, tail: string, body: unknown = {}) =>
  ask(persona, 'POST', `${path}/${tail}`, body)
const get = (persona: string, tail: string) => ask(persona, 'GET', `${path}/${tail}`)
const expectOk = <T = ListingDetail>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message: string }).message]
const findFaults = (reply: Reply) => (reply.body as { fields: Record<string, string[]> }).fields
const buildPhoto = (name: string, content: Buffer = jpeg(exif(1, true))) => ({ name, content })
const upload = (
  persona: string,
  files = [buildPhoto('house.jpg')],
  fields: Record<string, string> = { title: 'Building' },
  index = 1,
) => portal.upload(persona, `${photoPath}/Upload/${index}`, fields, files)
const labels = {
  contactName: 'Invented Office',
  phone: '(573) 555-0100',
  residents: 'Family',
  pets: 'Allowed',
} as const
const loadMails = async (event: string) =>
  (
    await portal.owner.query<{ subject: string; text: string }>(
      'select subject, body_text as text from outbox where event = $1',
      [event],
    )
  ).rows

async function createDraft() {
  const { ahlId, version } = expectOk(
    await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }),
  )
  const request = { ahlId, version, ...labels, amenities: ['Elevator'], utilities: ['Water'] }
  const saved = expectOk(await post('company.writer', 'SaveProgress', { request }))
  expectOk(await upload('company.writer', [buildPhoto('house.jpg'), buildPhoto('sign.jpg')]))
  return saved
}
async function createSubmitted() {
  const { ahlId } = await createDraft()
  return expectOk(await post('company.writer', `Submit/${ahlId}`))
}
const changeStatus = (ahlId: number, statusId: number, reason: string | null = null) =>
  post('agency.write', 'ChangeStatus', { id: ahlId, statusId, ...(reason ? { reason } : {}) })
const createApproved = async () => {
  const { ahlId } = await createSubmitted()
  return expectOk(await changeStatus(ahlId, 5))
}

describe('a listing from its draft to the decision', () => {
  test('CALL-AHL-01 to CALL-AHL-03: a listing is prefilled from the property’s records, submitted, approved and published', async () => {
    const draft = await createDraft()
    expect(draft).toMatchObject({
      listingVersion: 1,
      address: '10 Grove Street',
      city: 'Columbia',
      zip: '65201',
      bedroomsFrom: 1,
      bedroomsTo: 3,
      rentFrom: 560,
      rentTo: 760,
      amenities: ['Elevator'],
      utilities: ['Water'],
      isShown: false,
    })
    const { ahlId } = draft
    expect(getMessage(await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }))).toEqual([
      422,
      `The listing of this property is being changed already: AHL-${ahlId}.`,
    ])
    expectOk(await ask('company.writer', 'PUT', path, { ahlId, city: 'Rolla', rentTo: 500, phone: null }))
    expect(findFaults(await post('company.writer', `Submit/${ahlId}`))).toEqual({
      phone: ['*Field is required'],
      rentTo: ['Enter $560.00 or more.'],
      zip: ['ZIP code 65201 belongs to Columbia, not to Rolla.'],
    })
    expectOk(
      await ask('company.writer', 'PUT', path, { ahlId, city: 'Columbia', rentTo: 760, phone: labels.phone }),
    )
    expectOk(await post('company.writer', `Submit/${ahlId}`))
    const loadStates = async (persona: string) =>
      expectOk<PropertyListing[]>(await get(persona, 'GetAdminList')).map((item) => [
        item.propertyId,
        item.standing,
        item.photoCount,
      ])
    expect(await loadStates('company.writer')).toEqual([
      [2, 'Not listed', 0],
      [1, 'Not shown yet', 2],
    ])
    expect((await post('company.writer', `Confirm/${ahlId}`)).status).toBe(409)
    expectOk(await changeStatus(ahlId, 5))
    expect(await loadStates('company.reader')).toEqual([[1, 'Shown', 2]])
    expect(expectOk<PublishedListing[]>(await get('company.reader', 'GetApprovedReport'))).toMatchObject([
      {
        ahlId,
        propertyName: 'Maple Grove Apartments',
        county: 'Boone County',
        confirmedOn: '2026-02-20',
        photoCount: 2,
        isStale: false,
      },
    ])
    expect(expectOk<ListingLine[]>(await get('company.reader', 'GetByPropertyId/1'))).toMatchObject([
      { listingVersion: 1, isShown: true, photoCount: 2 },
    ])
    expect(expectOk<object[]>(await get('other.user', 'GetApprovedReport'))).toEqual([])
    expect(expectOk<object[]>(await get('other.user', 'GetByPropertyId/1'))).toEqual([])
  })

  test('a new version copies values and photos, and the old one remains published until the new one is approved', async () => {
    const first = await createApproved()
    const newListing = expectOk(await get('company.writer', 'GetNewRequest/1'))
    expect(newListing).toMatchObject({ ahlId: 0, contactName: 'Invented Office' })
    expect(newListing.listingVersion).toBe(2)
    expect(newListing.photos.map((item) => item.ahlPhotoId)).toEqual([0, 0])
    const next = expectOk(await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }))
    expect(next).toMatchObject({ listingVersion: 2, contactName: 'Invented Office', amenities: ['Elevator'] })
    expect(next.photos).toHaveLength(2)
    expect(next.photos[0]?.fileId).not.toBe(first.photos[0]?.fileId)
    const request = { ahlId: next.ahlId, version: next.version, rentTo: 800 }
    expectOk(await post('company.writer', 'SaveProgress', { request }))
    expectOk(await post('company.writer', `Submit/${next.ahlId}`))
    const report = async () =>
      expectOk<PublishedListing[]>(await get('company.writer', 'GetApprovedReport')).map((item) => [
        item.listingVersion,
        item.rentTo,
      ])
    expect(await report()).toEqual([[1, 760]])
    expectOk(await changeStatus(next.ahlId, 5))
    expect(await report()).toEqual([[2, 800]])
    expect((await post('company.writer', `Confirm/${first.ahlId}`)).status).toBe(409)
  })

  test('a property that is not active has no published listing and cannot start one', async () => {
    await createApproved()
    for (const status of [1, 5]) {
      await portal.owner.query('update property set status_id = $1 where property_id = 1', [status])
      expect(expectOk<object[]>(await get('agency.read', 'GetApprovedReport'))).toEqual([])
      const lines = expectOk<PropertyListing[]>(await get('agency.read', 'GetAdminList'))
      expect(lines.find((line) => line.propertyId === 1)).toMatchObject({ standing: 'Hidden', shownId: null })
    }
    await portal.owner.query('update property set status_id = 1 where property_id = 1')
    const reply = await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } })
    await portal.owner.query('update property set status_id = 0 where property_id = 1')
    expect(reply.status).toBe(422)
  })
})

describe('photos', () => {
  test('CALL-AHL-04 to CALL-AHL-06: photos of a draft lose camera data and can be described and removed, but not after submission', async () => {
    const [housePhoto, two] = expectOk<Photo[]>(
      await upload(
        'company.writer',
        [buildPhoto('house.jpg', jpeg(exif(6, false))), buildPhoto('sign.jpg')],
        {
          title: 'Sign with the name',
          caption: 'From the road',
        },
      ),
    )
    expect(housePhoto).toMatchObject({
      title: 'Sign with the name',
      caption: 'From the road',
      width: 480,
      height: 640,
      position: 1,
    })
    const file = await ask('company.reader', 'GET', `/api/Files/Download/${housePhoto!.fileId}`)
    const content = Buffer.from(
      expectOk<{ fileBase64: string }>(file).fileBase64.split(',')[1] ?? '',
      'base64',
    )
    expect([content.includes('GPS'), content.subarray(0, 2)]).toEqual([false, Buffer.from([0xff, 0xd8])])
    const titled = { ahlPhotoId: two!.ahlPhotoId, title: 'Building' }
    expect((await ask('company.writer', 'PUT', photoPath, { ...titled, refusal: 'Other' })).status).toBe(400)
    const changed = await ask('company.writer', 'PUT', photoPath, titled)
    expect(expectOk(changed)).toMatchObject({ title: 'Building', refusal: null })
    expect(
      (await ask('company.reader', 'PUT', photoPath, { ahlPhotoId: two!.ahlPhotoId, title: 'Other' })).status,
    ).toBe(403)
    expect(
      getMessage(
        await ask('company.writer', 'POST', photoPath, { ahlId: housePhoto!.ahlId, title: 'Building' }),
      )[1],
    ).toBe('A photo is added by uploading it.')
    const countPhotos = async (persona: string) =>
      expectOk<object[]>(await ask(persona, 'GET', `${photoPath}/GetByPropertyId/1`)).length
    expect([
      await countPhotos('company.reader'),
      await countPhotos('agency.read'),
      await countPhotos('other.user'),
    ]).toEqual([2, 2, 0])
    expect((await ask('other.user', 'DELETE', `${photoPath}/Delete/${housePhoto!.ahlPhotoId}`)).status).toBe(
      404,
    )
    expect(
      expectOk(await ask('company.writer', 'DELETE', `${photoPath}/Delete/${housePhoto!.ahlPhotoId}`)),
    ).toBe(true)
    const result = await portal.owner.query('select count(*)::integer as files from file')
    expect([await countPhotos('company.reader'), result.rows[0]]).toEqual([1, { files: 1 }])
    const id = two!.ahlId
    const { version } = expectOk(await get('company.writer', `GetRequest/${id}`))
    expectOk(await post('company.writer', 'SaveProgress', { request: { ahlId: id, version, ...labels } }))
    expectOk(await post('company.writer', `Submit/${id}`))
    expect((await upload('company.writer')).status).toBe(409)
    expect((await ask('company.writer', 'DELETE', `${photoPath}/${two!.ahlPhotoId}`)).status).toBe(409)
  })

  test('files that are no photos, too large, or too many are refused with a reason', async () => {
    const getMessages = async (files: { name: string; content: Buffer }[]) => {
      const { status, body } = await upload('company.writer', files)
      const { message, fields } = body as { message: string; fields?: Record<string, string[]> }
      return [status, fields?.file?.[0] ?? message]
    }
    expect(await getMessages([buildPhoto('plan.pdf', Buffer.from('%PDF-1.4\n%%EOF'))])).toEqual([
      400,
      'plan.pdf is no photo that can be read. Send a JPG or PNG.',
    ])
    const huge = Buffer.concat([
      jpeg().subarray(0, 20),
      frame(4000, 3000),
      jpeg().subarray(20 + frame(1, 1).length),
    ])
    expect(await getMessages([buildPhoto('huge.jpg', huge)])).toEqual([
      400,
      'huge.jpg is 4000 by 3000 pixels large. Make it smaller: at most 1600 on its longest side.',
    ])
    expect(
      (await getMessages([buildPhoto('heavy.jpg', Buffer.concat([jpeg(), Buffer.alloc(5_300_000)]))]))[0],
    ).toBe(400)
    expectOk(
      await upload(
        'company.writer',
        Array.from({ length: 9 }, (_, index) => buildPhoto(`${index}.jpg`)),
      ),
    )
    expect(await getMessages([buildPhoto('a.jpg'), buildPhoto('b.jpg')])).toEqual([
      422,
      'A listing has at most 10 photos; this one has 9.',
    ])
    expectOk(await upload('company.writer', [buildPhoto('last.jpg')]))
    const files = await portal.owner.query('select count(*)::integer as n from file')
    expect(files.rows).toEqual([{ n: 10 }])
  })

  test('photos cannot be added or removed through the general file calls', async () => {
    const { ahlId, propertyId } = await createDraft()
    const details = { moduleName: 'AHL', moduleId: String(ahlId), propertyId: String(propertyId) }
    const past = await portal.upload('company.writer', '/api/Files/Upload', details, [
      buildPhoto('house.jpg'),
    ])
    expect(getMessage(past)).toEqual([422, 'Photos are added and taken out on the listing itself.'])
    const { photos } = expectOk(await get('company.writer', `GetRequest/${ahlId}`))
    expect((await ask('agency.write', 'DELETE', `/api/Files/Delete/${photos[0]?.fileId}`)).status).toBe(422)
  })

  test('the company sees why photos were refused only after the listing is returned, and mails contain the reasons', async () => {
    const { ahlId, photos } = await createSubmitted()
    const id = photos[1]!.ahlPhotoId
    const refuse = (body: object, persona = 'agency.write') =>
      ask(persona, 'POST', `${photoPath}/Refuse`, { id, ...body })
    expect((await refuse({ refusal: 'Out of focus' }, 'company.writer')).status).toBe(403)
    expect((await refuse({ refusal: 'Other' })).status).toBe(422)
    expectOk(
      await refuse({ refusal: 'Wrong property name on the sign', refusalComment: 'It says Birch Court' }),
    )
    const company = async () =>
      expectOk(await get('company.writer', `GetRequest/${ahlId}`)).photos.map((item) => item.refusal)
    expect(await company()).toEqual([null, null])
    expect(
      expectOk<Photo[]>(await ask('company.writer', 'GET', photoPath)).map((item) => item.refusal),
    ).toEqual([null, null])
    expect(findFaults(await changeStatus(ahlId, 5))).toEqual({
      photos: ['Return or reject it: a photo is refused.'],
    })
    expectOk(await changeStatus(ahlId, 1, 'See the photos.'))
    expect(await company()).toEqual([null, 'Wrong property name on the sign'])
    const [returned] = await loadMails('listing.returned')
    expect(returned?.text).toContain(
      'Photo 2, Building: Wrong property name on the sign. It says Birch Court.',
    )
    expect((await post('company.writer', `Submit/${ahlId}`)).status).toBe(422)
    expect((await refuse({ refusal: null })).status).toBe(409)
    expectOk(await ask('company.writer', 'DELETE', `${photoPath}/Delete/${id}`))
    expectOk(await post('company.writer', `Submit/${ahlId}`))
    const first = photos[0]!.ahlPhotoId
    expectOk(
      await ask('agency.write', 'POST', `${photoPath}/Refuse`, {
        id: first,
        refusal: 'A rendering, not a photo',
      }),
    )
    expectOk(await changeStatus(ahlId, 6, 'Send photos.'))
    const [denied] = await loadMails('listing.denied')
    expect(denied?.text).toContain('Photo 1, Building: A rendering, not a photo.')
    const next = expectOk(await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }))
    expect([next.listingVersion, next.photos]).toEqual([2, []])
  })
})

describe('a listing that was not confirmed for a long time', () => {
  test('a stale listing has a to-do and causes one mail until it is confirmed', async () => {
    const { ahlId } = await createApproved()
    const runNight = async (moment: string) => {
      portal.setNow(new Date(moment))
      await portal.owner.query('delete from outbox')
      await runDue(portal.pool, portal.services, staleListingJob)
      return (await loadMails('listing.stale')).length
    }
    const hasTask = async () =>
      expectOk<{ kind: string }[]>(await ask('company.writer', 'GET', '/api/tasks/GetToDo')).some(
        (item) => item.kind === 'listing.stale',
      )
    expect([await runNight('2027-02-20T15:00:00Z'), await hasTask()]).toEqual([0, false])
    expect([await runNight('2027-02-21T15:00:00Z'), await hasTask()]).toEqual([1, true])
    expect(await runNight('2027-02-22T15:00:00Z')).toBe(0)
    const state = expectOk<PropertyListing[]>(await get('company.reader', 'GetAdminList'))[0]?.standing
    expect([
      state,
      expectOk<PublishedListing[]>(await get('agency.read', 'GetApprovedReport'))[0]?.isStale,
    ]).toEqual(['Stale', true])
    expect((await post('company.reader', `Confirm/${ahlId}`)).status).toBe(403)
    expect(expectOk(await post('company.writer', `Confirm/${ahlId}`))).toMatchObject({
      confirmedOn: '2027-02-22',
      isStale: false,
    })
    expect([await runNight('2027-02-23T15:00:00Z'), await hasTask()]).toEqual([0, false])
    expect(await runNight('2028-02-24T15:00:00Z')).toBe(1)
    // Two listings with the same recipients are reminded in one mail.
    await portal.owner.query(
      `insert into ahl overriding system value select (jsonb_populate_record(a,
        '{"ahl_id": 900, "property_id": 2, "client_key": null, "reminded_on": null}')).* from ahl a where ahl_id = $1`,
      [ahlId],
    )
    await portal.owner.query(`update ahl set reminded_on = null;
      insert into property_contact (property_id, contact_id, contact_type_id)
        select 2, contact_id, contact_type_id from property_contact where property_id = 1 on conflict do nothing`)
    expect(await runNight('2028-02-25T15:00:00Z')).toBe(1)
    const [mail] = await loadMails('listing.stale')
    expect(mail?.subject).toContain('2 listings')
    for (const text of ['AHL-900', `AHL-${ahlId}`, 'Birch Court']) expect(mail?.text).toContain(text)
  })
})
