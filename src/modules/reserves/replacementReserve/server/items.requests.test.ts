import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filing } from '#tests/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Detail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const { post, detail, roof, paint, save, attachAll } = filing(() => portal)

const getIds = (request: Detail) => request.items.map((item) => item.replacementReserveRequestItemId)
/** Saves the items given in addition to those that are there, and takes others out. */
const change = async (
  { replacementReserveRequestId }: Detail,
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
const submit = async ({ replacementReserveRequestId: id }: Detail) => post('company.writer', `Submit/${id}`)
const places = ({ files }: Detail) => files.map((file) => `${file.documentType} ${file.itemId}`).sort()
const buildItem = () => ({ ...roof, InvoiceNumber: crypto.randomUUID() })

describe('documents of items that are removed', () => {
  test('they are listed nowhere, and gone once the request is submitted', async () => {
    const request = await save([buildItem(), buildItem()])
    await attachAll(request)
    const [remaining, removedId] = getIds(request)
    const after = await change(request, [], [removedId!])
    expect(places(after)).toEqual([`Check ${remaining}`, `Invoice ${remaining}`, `Photo ${remaining}`])
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
    expect(detail(await submit(after)).files).toHaveLength(3)
    expect(await countFileRows()).toBe(3)
  })

  test('an item that comes back is a new one with its documents; a removed item of another request brings nothing', async () => {
    const [request, other] = [await save([buildItem(), buildItem()]), await save([buildItem()])]
    await attachAll(request)
    await attachAll(other)
    const removedId = getIds(request)[1]!
    await change(request, [], [removedId])
    await change(other, [], getIds(other))
    const clientKey = crypto.randomUUID()
    const back = await change(request, [{ ...buildItem(), clientKey, formerId: removedId }])
    const now = getIds(back)[1]!
    expect(now).not.toBe(removedId)
    expect(places(back).filter((place) => place.endsWith(` ${now}`))).toHaveLength(3)
    // The same save once more, its first answer lost.
    expect(places(await change(request, [{ ...buildItem(), clientKey, formerId: removedId }]))).toEqual(
      places(back),
    )
    const foreign = await change(request, [
      { ...buildItem(), clientKey: crypto.randomUUID(), formerId: getIds(other)[0] },
    ])
    expect(foreign.files).toHaveLength(6)
    expect((await submit(await change(request, [], [getIds(foreign)[2]!]))).status).toBe(200)
  })
})

describe('placing documents', () => {
  const place = (persona: string, fileId: number, itemIds: number[], documentType: string | null = 'Check') =>
    post(persona, `PlaceDocument/${fileId}`, { documentType, itemIds })

  test('one document serves several items, or is the request’s own; of foreign items nothing is told', async () => {
    const [request, other] = [await save([buildItem(), buildItem()]), await save([buildItem()])]
    await attachAll({ ...request, items: request.items.slice(0, 1) }, ['Photo'])
    const [first, second] = getIds(request) as [number, number]
    const read = () => change(request, [])
    const { fileId } = (await read()).files[0]!
    expect((await place('company.writer', fileId, [first, second])).status).toBe(200)
    expect(places(await read())).toEqual([`Check ${first}`, `Check ${second}`])
    expect((await place('company.writer', fileId, [])).body).toHaveLength(2)
    expect(places(await read())).toEqual([`Check ${second}`, 'Check null'].sort())
    expect((await place('company.writer', fileId, getIds(other))).status).toBe(404)
    expect((await place('company.reader', fileId, [first])).status).toBe(403)
    expect((await place('other.user', fileId, [first])).status).toBe(404)
  })
})

describe('a vendor that is not on the list', () => {
  const vendors = async (name: string) =>
    (await portal.owner.query('select vendor_id, new_vendor from vendor where name = $1', [name])).rows

  test('it is kept by its name while the request is written, and asked for once when it is submitted', async () => {
    const name = 'Ångström Roofing'
    const item = () => ({ ...buildItem(), VendorId: null, NewVendorName: name })
    const request = await save([item(), { ...item(), NewVendorName: ` ${name} ` }])
    expect(request.items.map((line) => [line.vendorId, line.vendorName])).toEqual([
      [null, name],
      [null, name],
    ])
    expect(await vendors(name)).toEqual([])
    await attachAll(request)
    const filed = detail(await submit(request))
    const [query, ...more] = await vendors(name)
    expect(more).toEqual([])
    expect(filed.items.map((line) => [line.vendorId, line.newVendor, line.newVendorName])).toEqual([
      [query.vendor_id, true, null],
      [query.vendor_id, true, null],
    ])
    const claimed = await portal.owner.query('select vendor_id, claimed from invoice where request_id = $1', [
      request.replacementReserveRequestId,
    ])
    expect(claimed.rows).toEqual([0, 1].map(() => ({ vendor_id: query.vendor_id, claimed: true })))
  })

  test('a name that is on the list already is taken for that vendor at once', async () => {
    const request = await save([{ ...paint, VendorId: null, NewVendorName: 'TEST ROOFING, Inc.' }])
    expect(request.items[0]).toMatchObject({ vendorId: 1, newVendor: false, newVendorName: null })
  })
})
