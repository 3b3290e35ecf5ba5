import { describe, expect, test } from 'vitest'
import { AppUser } from './entities.ts'
import { type Account, accountFaults, userNameField } from './rules.ts'

const account = (more: Partial<Account>): Account => ({
  roleId: 3,
  managementCompanyId: 1,
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  isInspector: false,
  kcSl: null,
  ...more,
})
const faulty = (more: Partial<Account>) => accountFaults(account(more)).map((fault) => fault.field)

describe('an account', () => {
  test('PER-05 PER-06 stands on the agency’s side or a company’s, never on both', () => {
    expect(faulty({})).toEqual([])
    expect(faulty({ managementCompanyId: null })).toEqual([])
    expect(faulty({ roleId: 1 })).toEqual(['managementCompanyId'])
    expect(
      faulty({ roleId: 1, managementCompanyId: null, isAdmin: true, isInspector: true, kcSl: 'SL' }),
    ).toEqual([])
    expect(faulty({ isManager: true, kcSl: 'KC' })).toEqual(['isManager', 'kcSl'])
    expect(faulty({ roleId: 2, managementCompanyId: null, isAdmin: true, isManager: true })).toEqual([
      'isAdmin',
      'isManager',
    ])
  })

  test('PER-04 a primary user and an administrator of a company need the company', () => {
    expect(faulty({ roleId: 4, managementCompanyId: null })).toEqual(['managementCompanyId'])
    expect(faulty({ isMcAdmin: true, managementCompanyId: null })).toEqual(['isMcAdmin'])
    expect(faulty({ roleId: null })).toEqual(['role'])
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
])('an address field holds one person: %s → %s', (value, fits) => {
  expect(AppUser.fields.email.safeParse(value).success).toBe(fits)
})

test('a user name that only looks like another one is refused, accents are not', () => {
  const fits = (name: string) => userNameField().safeParse(name).success
  expect(['mary.o’neil', 'josé_2', 'a-b@c'].map(fits)).toEqual([true, true, true])
  // A Cyrillic а, a Greek ο, a full-width letter, a zero-width joiner.
  expect(['m\u0430ry', 'j\u03BFe', '\uFF41nn', 'an\u200Dn'].map(fits)).toEqual([false, false, false, false])
})
