import { describe, expect, test } from 'vitest'
import { AppUser } from './entities.ts'
import { type Account, findAccountFaults, userNameField } from './rules.ts'

const createAccount = (more: Partial<Account>): Account => ({
  roleId: 3,
  managementCompanyId: 1,
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  isInspector: false,
  kcSl: null,
  ...more,
})
const findFaultyFields = (more: Partial<Account>) =>
  findAccountFaults(createAccount(more)).map((fault) => fault.field)

describe('an account', () => {
  test('PER-05 PER-06 an account belongs to the agency or to a company, never to both', () => {
    expect(findFaultyFields({})).toEqual([])
    expect(findFaultyFields({ managementCompanyId: null })).toEqual([])
    expect(findFaultyFields({ roleId: 1 })).toEqual(['managementCompanyId'])
    expect(
      findFaultyFields({
        roleId: 1,
        managementCompanyId: null,
        isAdmin: true,
        isInspector: true,
        kcSl: 'SL',
      }),
    ).toEqual([])
    expect(findFaultyFields({ isManager: true, kcSl: 'KC' })).toEqual(['isManager', 'kcSl'])
    expect(
      findFaultyFields({ roleId: 2, managementCompanyId: null, isAdmin: true, isManager: true }),
    ).toEqual(['isAdmin', 'isManager'])
  })

  test('PER-04 an account of a primary user or company administrator needs a company', () => {
    expect(findFaultyFields({ roleId: 4, managementCompanyId: null })).toEqual(['managementCompanyId'])
    expect(findFaultyFields({ isMcAdmin: true, managementCompanyId: null })).toEqual(['isMcAdmin'])
    expect(findFaultyFields({ roleId: null })).toEqual(['role'])
  })
})

test.each([
  ['one@x.example', true],
  ['o’neil+2@x.example', false],
  ['one@x.example, two@x.example', false],
  ['one@x.example;two@x.example', false],
  ['one@x.example two@x.example', false],
  ['one and two@x.example', false],
  ['jo&sam@x.example', false],
  ['jo/sam@x.example', false],
])('an address field holds one person: %s → %s', (value, isValid) => {
  expect(AppUser.fields.email.safeParse(value).success).toBe(isValid)
})

test('a user name with letters that only look Latin is refused, and accents are accepted', () => {
  const isValid = (name: string) => userNameField().safeParse(name).success
  expect(['mary.o’neil', 'josé_2', 'a-b@c'].map(isValid)).toEqual([true, true, true])
  // In this order: a Cyrillic а, a Greek ο, a full-width letter, a zero-width joiner.
  expect(['m\u0430ry', 'j\u03BFe', '\uFF41nn', 'an\u200Dn'].map(isValid)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
