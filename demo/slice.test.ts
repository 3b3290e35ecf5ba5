import { expect, test } from 'vitest'
import { getDemonstrationAccounts, largestCompany } from './accounts.ts'
import { buildPortfolio } from './portfolio.ts'
import type { Portfolio } from './types.ts'

const portfolio = buildPortfolio()
const slice = buildPortfolio({ isSlice: true })

const getKinds = ({ properties }: Portfolio): string[] => {
  const kinds = properties.flatMap((property) => [
    `status ${property.status}`,
    `decontrol ${property.decontrolStatus}`,
    `housing ${property.housingType}`,
    `region ${property.region}`,
    `month ${property.fiscalYearEndMonth}`,
    `average ${property.averageIncomeTest}`,
    `owner ${property.ownerManaged}`,
    `non-compliant ${property.nonCompliant}`,
    ...property.federalTypes.map(({ name }) => `program ${name}`),
    ...property.otherReserves.map(({ kind }) => `reserve ${kind}`),
    ...property.rooms.map(({ bedrooms }) => `bedrooms ${bedrooms}`),
  ])
  return [...new Set(kinds)].sort()
}

test('a slice has every kind and state of the portfolio in at most 150 properties', () => {
  expect(getKinds(slice)).toEqual(getKinds(portfolio))
  expect(slice.properties.length).toBeLessThanOrEqual(150)
})

test('the properties and requests of a slice are the same as in the portfolio', () => {
  const ids = new Set(slice.properties.map(({ id }) => id))
  expect(slice.properties).toEqual(portfolio.properties.filter(({ id }) => ids.has(id)))
  expect(slice.requests).toEqual(portfolio.requests)
})

test('accounts have the same permissions in a slice, except that the other company has fewer properties', () => {
  const sliceAccounts = getDemonstrationAccounts(slice)
  const portfolioAccounts = getDemonstrationAccounts(portfolio)
  const otherAccounts = portfolioAccounts.filter(({ userName }) => userName !== 'other.user')
  expect(sliceAccounts.filter(({ userName }) => userName !== 'other.user')).toEqual(otherAccounts)
  expect(
    sliceAccounts.find(({ userName }) => userName === 'other.user')!.mainProperties.length,
  ).toBeGreaterThanOrEqual(16)
  const managedProperties = slice.properties.filter(
    ({ managementCompany }) => managementCompany === largestCompany,
  )
  expect(managedProperties.length).toBeGreaterThan(40)
})
