import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RequestDetail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { post, detail, roof, paint, save, attachAll } = filing(() => portal)

const getIds = (request: RequestDetail) => request.items.map((item) => item.replacementReserveRequestItemId)
/** Saves these items in addition to the stored ones, and removes others by their ids. */
const saveChange = async (
  { replacementReserveRequestId }: RequestDetail,
  items: object[],
  itemDeleteIndexes: number[] = [],
) =>
  detail(
    await post('company.writer', 'SaveReplacementProgress', {
      request: { replacementReserveRequestId },
      items,
      itemDeleteIndexes,
    }),
  )
const submitRequest = async ({ replacementReserveRequestId: id }: RequestDetail) =>
  post('company.writer', `Submit/${id}`)
const listPlaces = ({ files }: RequestDetail) =>
  files.map((file) => `${file.documentType} ${file.itemId}`).sort()
const buildItem = () => ({ ...roof, InvoiceNumber: crypto.randomUUID() })

describe('documents of items that are removed', () => {
  test('documents of a removed item leave all lists and are deleted at submission', async () => {
    const request = await save([buildItem(), buildItem()])
    await attachAll(request)
    const [remaining, removedId] = getIds(request)
    const after = await saveChange(request, [], [removedId!])
    expect(listPlaces(after)).toEqual([`Check ${remaining}`, `Invoice ${remaining}`, `Photo ${remaining}`])
    const countFiles = async () => {
      const body = { moduleName: 'Replacement_Reserve', moduleId: request.replacementReserveRequestId }
      return ((await portal.ask('company.writer', 'POST', '/api/Files/GetList', body)).body as object[])
        .length
    }
    expect(await countFiles()).toBe(3)
    const countFileRows = async () =>
      (
        await portal.owner.query('select 1 from file where module_id = $1', [
          request.replacementReserveRequestId,
        ])
      ).rowCount
    expect(await countFileRows()).toBe(6)
    expect(detail(await submitRequest(after)).files).toHaveLength(3)
    expect(await countFileRows()).toBe(3)
  })

  test('a restored item is new and has its documents; one of another request has none', async () => {
    const [request, other] = [await save([buildItem(), buildItem()]), await save([buildItem()])]
    await attachAll(request)
    await attachAll(other)
    const removedId = getIds(request)[1]!
    await saveChange(request, [], [removedId])
    await saveChange(other, [], getIds(other))
    const clientKey = crypto.randomUUID()
    const restoredRequest = await saveChange(request, [{ ...buildItem(), clientKey, formerId: removedId }])
    const now = getIds(restoredRequest)[1]!
    expect(now).not.toBe(removedId)
    expect(listPlaces(restoredRequest).filter((place) => place.endsWith(` ${now}`))).toHaveLength(3)
    // The same save is sent again, as after a lost answer.
    expect(
      listPlaces(await saveChange(request, [{ ...buildItem(), clientKey, formerId: removedId }])),
    ).toEqual(listPlaces(restoredRequest))
    const requestWithOtherItem = await saveChange(request, [
      { ...buildItem(), clientKey: crypto.randomUUID(), formerId: getIds(other)[0] },
    ])
    expect(requestWithOtherItem.files).toHaveLength(6)
    expect(
      (await submitRequest(await saveChange(request, [], [getIds(requestWithOtherItem)[2]!]))).status,
    ).toBe(200)
  })
})

describe('placing documents', () => {
  const placeDocument = (
    persona: string,
    fileId: number,
    itemIds: number[],
    documentType: string | null = 'Check',
  ) => post(persona, `PlaceDocument/${fileId}`, { documentType, itemIds })

  test('a document can belong to several items or the request, but not to another request', async () => {
    const [request, other] = [await save([buildItem(), buildItem()]), await save([buildItem()])]
    await attachAll({ ...request, items: request.items.slice(0, 1) }, ['Photo'])
    const [first, second] = getIds(request) as [number, number]
    const loadRequest = () => saveChange(request, [])
    const { fileId } = (await loadRequest()).files[0]!
    expect((await placeDocument('company.writer', fileId, [first, second])).status).toBe(200)
    expect(listPlaces(await loadRequest())).toEqual([`Check ${first}`, `Check ${second}`])
    expect((await placeDocument('company.writer', fileId, [])).body).toHaveLength(2)
    expect(listPlaces(await loadRequest())).toEqual([`Check ${second}`, 'Check null'].sort())
    expect((await placeDocument('company.writer', fileId, getIds(other))).status).toBe(404)
    expect((await placeDocument('company.reader', fileId, [first])).status).toBe(403)
    expect((await placeDocument('other.user', fileId, [first])).status).toBe(404)
  })
})

describe('a vendor that is not on the list', () => {
  const loadVendors = async (name: string) =>
    (await portal.owner.query('select vendor_id, new_vendor from vendor where name = $1', [name])).rows

  test('a new vendor is only a name in the draft, and becomes a vendor at submission', async () => {
    const name = 'Ångström Roofing'
    const buildItemWithNewVendor = () => ({ ...buildItem(), VendorId: null, NewVendorName: name })
    const request = await save([
      buildItemWithNewVendor(),
      { ...buildItemWithNewVendor(), NewVendorName: ` ${name} ` },
    ])
    expect(request.items.map((line) => [line.vendorId, line.vendorName])).toEqual([
      [null, name],
      [null, name],
    ])
    expect(await loadVendors(name)).toEqual([])
    await attachAll(request)
    const filed = detail(await submitRequest(request))
    const [newVendor, ...more] = await loadVendors(name)
    expect(more).toEqual([])
    expect(filed.items.map((line) => [line.vendorId, line.newVendor, line.newVendorName])).toEqual([
      [newVendor.vendor_id, true, null],
      [newVendor.vendor_id, true, null],
    ])
    const claimed = await portal.owner.query('select vendor_id, claimed from invoice where request_id = $1', [
      request.replacementReserveRequestId,
    ])
    expect(claimed.rows).toEqual([0, 1].map(() => ({ vendor_id: newVendor.vendor_id, claimed: true })))
  })

  test('a typed name that matches a listed vendor selects that vendor at once', async () => {
    const request = await save([{ ...paint, VendorId: null, NewVendorName: 'TEST ROOFING, Inc.' }])
    expect(request.items[0]).toMatchObject({ vendorId: 1, newVendor: false, newVendorName: null })
  })
})
