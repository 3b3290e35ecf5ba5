import { describe, expect, test } from 'vitest'
import {
  getExtensionFault,
  getFilingFault,
  getFormCureEnd,
  getFormDays,
  getFormState,
  getLatestExtension,
  getSecondFormDeadline,
  isSettledForm,
} from './form8823.ts'

const rules = { correctionDays: 90, extensionMonths: 6, fileDays: 45, secondYears: 3 }
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const daysLater = (day: string, days: number): string =>
  new Date(utc(day) + days * 86_400_000).toISOString().slice(0, 10)
const tenYears = Array.from({ length: 3653 }, (_, index) => daysLater('2016-01-01', index))

const form = {
  notifiedOn: '2025-03-18',
  cureBy: '2025-06-16',
  extendedTo: null,
  fileBy: '2025-07-31',
  correctedOn: null,
  filedOn: null,
  filedCorrected: false,
  secondFiledOn: null,
}

describe('INP Form 8823', () => {
  test('domain 26.4: the worked example gives the same days: report 03/18/2025, cure by 06/16/2025, filed by 07/31/2025', () => {
    expect(getFormDays('2025-03-18', rules)).toEqual({ cureBy: '2025-06-16', fileBy: '2025-07-31' })
    expect(getFormDays('2026-10-21', rules)).toEqual({ cureBy: '2027-01-19', fileBy: '2027-03-05' })
  })

  test('domain 26.3: a notice on any day of ten years gives 90 days to cure and 45 more to file', () => {
    for (const notified of tenYears) {
      const { cureBy, fileBy } = getFormDays(notified, rules)
      expect((utc(cureBy) - utc(notified)) / 86_400_000, notified).toBe(90)
      expect((utc(fileBy) - utc(cureBy)) / 86_400_000, notified).toBe(45)
      const latest = getLatestExtension(cureBy, rules)
      const months =
        (Number(latest.slice(0, 4)) - Number(cureBy.slice(0, 4))) * 12 +
        Number(latest.slice(5, 7)) -
        Number(cureBy.slice(5, 7))
      expect(months, notified).toBe(6)
      expect(Number(latest.slice(8)) <= Number(cureBy.slice(8)), notified).toBe(true)
    }
  })

  test('the time to cure can only be extended to a later day, by at most six months, and not after filing', () => {
    expect(getExtensionFault('2025-12-16', form, rules)).toBeNull()
    expect(getExtensionFault('2025-12-17', form, rules)).toBe(
      'The last possible day is 12/16/2025, 6 months after its first end.',
    )
    expect(getExtensionFault('2025-06-16', form, rules)).toContain('after the present end')
    expect(getExtensionFault('2025-09-01', { ...form, extendedTo: '2025-09-01' }, rules)).toContain(
      'after the present',
    )
    expect(getExtensionFault('2025-09-01', { ...form, filedOn: '2025-07-01' }, rules)).toContain('was filed')
    expect(getFormCureEnd({ ...form, extendedTo: '2025-09-01' })).toBe('2025-09-01')
  })

  test('a form can be filed once, after the time to cure or once corrected', () => {
    expect(getFilingFault(form, '2025-06-16', false, rules)).toContain('still runs')
    expect(getFilingFault(form, '2025-06-17', false, rules)).toBeNull()
    const corrected = { ...form, correctedOn: '2025-04-01' }
    expect(getFilingFault(corrected, '2025-04-01', false, rules)).toBeNull()
    expect(getFilingFault(corrected, '2025-03-17', false, rules)).toContain('not notified')
    expect(getFilingFault({ ...form, filedOn: '2025-07-01' }, '2025-07-02', false, rules)).toContain(
      'nothing is filed twice',
    )
  })

  test('a later correction can be reported once with a second form, within three years after the time to cure', () => {
    const filed = { ...form, filedOn: '2025-07-01' }
    expect(getFilingFault(form, '2025-08-01', true, rules)).toContain('first form was not filed')
    expect(getFilingFault(filed, '2025-08-01', true, rules)).toContain('when it was corrected')
    const corrected = { ...filed, correctedOn: '2025-08-01' }
    expect(getFilingFault(corrected, '2025-08-02', true, rules)).toBeNull()
    expect(getFilingFault(corrected, '2025-06-30', true, rules)).toContain('before the first form')
    expect(getFilingFault({ ...corrected, filedCorrected: true }, '2025-08-02', true, rules)).toContain(
      'already said',
    )
    expect(
      getFilingFault({ ...corrected, secondFiledOn: '2025-08-02' }, '2025-08-03', true, rules),
    ).toContain('filed twice')
    expect(getSecondFormDeadline(form.cureBy, rules)).toBe('2028-06-16')
    expect(getFilingFault({ ...filed, correctedOn: '2028-06-17' }, '2028-06-18', true, rules)).toContain(
      'more than 3 years',
    )
  })

  test('formState names the state of a form, and a form is settled when no filing remains', () => {
    const describeState = (more: object, today: string) => getFormState({ ...form, ...more }, today)
    expect(describeState({}, '2025-06-16')).toBe('Time to cure runs')
    expect(describeState({}, '2025-06-17')).toBe('Not corrected, to file')
    expect(describeState({ correctedOn: '2025-05-01' }, '2025-06-01')).toBe('Corrected, to file')
    expect(describeState({}, '2025-08-01')).toBe('Late to file')
    expect(describeState({ filedOn: '2025-07-01' }, '2025-08-01')).toBe('Filed as not corrected')
    expect(
      describeState({ filedOn: '2025-07-01', filedCorrected: true, correctedOn: '2025-05-01' }, '2025-08-01'),
    ).toBe('Filed as corrected')
    expect(describeState({ filedOn: '2025-07-01', correctedOn: '2025-09-01' }, '2025-09-02')).toContain(
      'second form',
    )
    expect(
      describeState(
        { filedOn: '2025-07-01', correctedOn: '2025-09-01', secondFiledOn: '2025-09-02' },
        '2025-09-02',
      ),
    ).toBe('Back in compliance')
    expect(isSettledForm(form)).toBe(false)
    expect(isSettledForm({ ...form, filedOn: '2025-07-01', correctedOn: '2025-09-01' })).toBe(false)
    expect(isSettledForm({ ...form, filedOn: '2025-07-01' })).toBe(true)
  })
})
