import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { geoContains } from 'd3-geo'
import { describe, expect, test } from 'vitest'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { getDemonstrationAccounts, largestCompany, otherCompany } from './accounts.ts'
import { counties } from './geography.ts'
import { buildPortfolio, type Property } from './portfolio.ts'

const portfolio = buildPortfolio()
const { properties, requests } = portfolio
const accounts = getDemonstrationAccounts(portfolio)
const computeDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
const formatName = (property: Property): string => `${property.id} ${property.name}`
const countWithoutNumber = (list: readonly Property[]): number =>
  list.filter((property) => property.agencyNumber === null).length
const findDuplicates = <Item>(items: readonly Item[]): Item[] =>
  items.filter((item, index) => items.indexOf(item) !== index)

describe('the properties', () => {
  test('at least 1,500 properties are not deleted, and no two of them have the same name and city', () => {
    const remaining = properties.filter((property) => property.status !== PropertyStatus.Deleted)
    expect(remaining.length).toBeGreaterThanOrEqual(1500)
    expect(findDuplicates(remaining.map((property) => `${property.name}, ${property.city}`))).toEqual([])
  })

  test('two builds of the portfolio are the same', () => {
    expect(computeDigest(buildPortfolio())).toBe(computeDigest(portfolio))
  })

  test('every property has a county of Missouri and consistent unit counts', () => {
    const validCodes = new Set(counties.map((county) => county.fips))
    const wrong = properties.filter(
      (property) =>
        !validCodes.has(property.countyFips) ||
        property.totalUnits < 1 ||
        property.rooms.reduce((sum, room) => sum + room.units, 0) !== property.totalUnits ||
        (property.lowIncomeUnits ?? 0) > property.totalUnits,
    )
    expect(wrong.map(formatName)).toEqual([])
  })

  test('no property has coordinates outside of Missouri, and fewer than 60 have none', () => {
    const map = JSON.parse(
      readFileSync(
        new URL('../src/core/portfolio/properties/web/counties-geo.json', import.meta.url),
        'utf8',
      ),
    )
    const outside = properties.filter(
      ({ latitude, longitude }) =>
        latitude !== null &&
        longitude !== null &&
        // The map is rounded to about 100 meters, so a property on the river can be outside of its county.
        ![0, 0.004, -0.004].some((offset) => geoContains(map, [longitude + offset, latitude + offset])),
    )
    expect(outside.map(formatName)).toEqual([])
    expect(properties.filter((property) => property.latitude === null).length).toBeLessThan(60)
  })

  test('agency numbers are distinct, and invented ones differ from the real format', () => {
    const numbers = properties.map((property) => property.agencyNumber).filter((number) => number !== null)
    expect(findDuplicates(numbers)).toEqual([])
    const wrong = properties.filter(
      (property) =>
        property.agencyNumber !== null &&
        !(property.invented.includes('agency number') ? /^DEMO-\d{4}$/ : /^\d{2}-\d{3}$/).test(
          property.agencyNumber,
        ),
    )
    expect(wrong.map(formatName)).toEqual([])
  })

  test('every property has an agency number or a distinct tax-credit number, and over 100 have only the latter', () => {
    expect(
      properties.filter((property) => !property.agencyNumber && property.lihtcNumbers.length === 0),
    ).toEqual([])
    expect(properties.filter((property) => property.agencyNumber === null).length).toBeGreaterThan(100)
    expect(findDuplicates(properties.flatMap((property) => property.lihtcNumbers))).toEqual([])
  })

  test('the extended use of a property ends after it was placed in service', () => {
    const wrong = properties.filter(
      ({ serviceDate, extendedUseDate }) =>
        extendedUseDate !== null && !(serviceDate !== null && extendedUseDate >= serviceDate),
    )
    expect(wrong.map(formatName)).toEqual([])
  })

  test('rents are between 150 and 2,500 dollars, and with utilities never lower for more bedrooms', () => {
    const rents = properties.flatMap((property) => property.rooms.flatMap((room) => room.rents))
    expect(
      rents.filter(({ rent, utilityAllowance }) => !(rent >= 150 && rent <= 2500 && utilityAllowance > 0)),
    ).toEqual([])
    const getGrossRents = (property: Property): number[] =>
      property.rooms.map((room) => (room.rents[0]?.rent ?? 0) + (room.rents[0]?.utilityAllowance ?? 0))
    const falling = properties.filter((property) =>
      getGrossRents(property).some((rent, size, all) => (all[size + 1] ?? rent) < rent),
    )
    expect(falling.map(formatName)).toEqual([])
  })

  test('every property has either a management company or an owner who manages it, and every status occurs', () => {
    const companies = new Set(portfolio.companies.map((company) => company.name))
    const wrong = properties.filter((property) =>
      property.ownerManaged
        ? property.managementCompany !== null
        : !companies.has(property.managementCompany ?? ''),
    )
    expect(wrong.map(formatName)).toEqual([])
    expect([...new Set(properties.map((property) => property.status))].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('the two known resyndications are linked', () => {
    const numbers = new Map(properties.map((property) => [property.id, property.lihtcNumbers]))
    const links = portfolio.resyndications.map((link) => [
      ...(numbers.get(link.oldPropertyId) ?? []),
      ...(numbers.get(link.newPropertyId) ?? []),
    ])
    expect(links).toEqual([
      ['07-112', '25-012'],
      ['06-073', '25-437'],
    ])
  })
})

test('--national adds properties of other states, which have a county code, units and a distinct number', () => {
  const allProperties = buildPortfolio({ national: true }).properties
  expect(allProperties.slice(0, properties.length)).toEqual(properties)
  const national = allProperties.slice(properties.length)
  expect(national.length).toBeGreaterThan(12_500)
  const wrong = national.filter(
    (property) => property.state === 'MO' || property.totalUnits < 1 || !/^\d{5}$/.test(property.countyFips),
  )
  expect(wrong.map(formatName)).toEqual([])
  expect(new Set(allProperties.map((property) => property.agencyNumber)).size).toBe(
    allProperties.length - countWithoutNumber(allProperties) + 1,
  )
})

describe('the invented data', () => {
  test('all mail addresses end in .example', () => {
    const mails = [...portfolio.companies, ...portfolio.contacts, ...portfolio.vendors, ...accounts].map(
      (row) => row.email,
    )
    expect(mails.length).toBeGreaterThan(1000)
    expect(mails.filter((mail) => !/^[a-z.]+@[a-z0-9-]{1,63}\.example$/.test(mail))).toEqual([])
  })

  test('all telephone numbers are from the reserved block', () => {
    const phones = [...portfolio.companies, ...portfolio.contacts, ...portfolio.vendors].map(
      (row) => row.phone,
    )
    expect(phones.filter((phone) => !/^\(\d{3}\) 555-01\d{2}$/.test(phone))).toEqual([])
  })

  test('every property has a contact of each of the eight types, and contacts are named after roles', () => {
    const linksByProperty = Map.groupBy(portfolio.propertyContacts, (link) => link.propertyId)
    expect(linksByProperty.size).toBe(properties.length)
    expect(
      [...linksByProperty.values()].filter(
        (links) =>
          links
            .map((link) => link.contactType)
            .sort()
            .join() !== '1,2,3,4,5,6,7,8',
      ),
    ).toEqual([])
    expect(portfolio.contacts.filter((contact) => !contact.name.startsWith(`${contact.title}, `))).toEqual([])
  })

  test('the 120 vendors are named as demonstrations, and most have a W-9 form', () => {
    expect(portfolio.vendors).toHaveLength(120)
    expect(portfolio.vendors.filter((vendor) => !vendor.name.startsWith('Demo '))).toEqual([])
    expect(portfolio.vendors.filter((vendor) => vendor.w9Date !== null).length).toBeGreaterThan(90)
  })
})

describe('the requests', () => {
  const byId = new Map(properties.map((property) => [property.id, property]))
  const getEntries = (id: number) => byId.get(id)?.reserve?.entries ?? []

  test('the requests have every status, are at most one per property, and belong to two companies', () => {
    const counts = Map.groupBy(requests, (request) => request.statusId)
    expect([...counts].map(([status, list]) => [status, list.length]).sort()).toEqual([
      [1, 6],
      [2, 8],
      [3, 6],
      [4, 5],
      [5, 18],
      [6, 4],
    ])
    expect(findDuplicates(requests.map((request) => request.propertyId))).toEqual([])
    const companies = requests.map((request) => byId.get(request.propertyId)?.managementCompany)
    expect(new Set(companies)).toEqual(new Set([largestCompany, otherCompany]))
  })

  test('the steps of each request lead to its status, in order of time and not after the current day', () => {
    for (const { steps, statusId } of requests) {
      expect(steps.at(-1)?.to).toBe(statusId)
      expect(steps.map((step) => step.from)).toEqual([null, ...steps.slice(0, -1).map((step) => step.to)])
      expect(steps.map((step) => step.at)).toEqual([...steps.map((step) => step.at)].sort())
      expect((steps.at(-1)?.at ?? '').slice(0, 10) <= portfolio.day).toBe(true)
    }
  })

  test('the releases of a request are its approved amount, and no reserve is below zero', () => {
    for (const request of requests) {
      const released = getEntries(request.propertyId).filter((entry) => entry.request === request.id)
      // An advance review is released when its work is completed.
      const isReleased =
        request.requestType === 'Reimbursement' ? request.statusId === 5 : request.completion?.statusId === 5
      const approved = isReleased ? sumMoney(request.items.map((item) => item.approvedAmount)) : 0
      expect(sumMoney(released.map((entry) => entry.amount))).toBe(approved === 0 ? 0 : -approved)
    }
    const overdrawn = properties.filter(
      (property) => sumMoney(getEntries(property.id).map((entry) => entry.amount)) < 0,
    )
    expect(overdrawn.map(formatName)).toEqual([])
  })

  test('every item claims more than zero and is not approved for more than it claims', () => {
    const items = requests.flatMap((request) => request.items)
    expect(
      items.filter((item) => !(item.claimedAmount > 0) || (item.approvedAmount ?? 0) > item.claimedAmount),
    ).toEqual([])
  })

  test('every invoice is dated before its request', () => {
    for (const request of requests) {
      for (const item of request.items) {
        expect(item.invoiceDate === null || item.invoiceDate < (request.steps[0]?.at ?? '')).toBe(true)
      }
    }
  })

  test('one invoice is claimed twice with an explanation, and a second one by another company', () => {
    const items = requests.flatMap((request) => request.items)
    const explained = items.filter((item) => item.duplicateInvoiceComment !== null)
    const keys = items.map((item) => `${item.vendorId} ${item.invoiceNumber} ${item.invoiceDate}`)
    expect(explained).toHaveLength(1)
    expect(findDuplicates(keys.filter((key) => !key.includes('null')))).toHaveLength(2)
  })
})
