import { setting } from '#kernel/model/setting.ts'

const group = 'Inspections'
const days = (key: string, label: string, value: number, source: string, unit = 'days') =>
  setting({ group, key: `inspection_${key}`, label, kind: 'days', unit, default: value, source })

/**
 * When properties are visited, how long owners have, and when Form 8823 is due (domain 26, 40). The sample is
 * a list of its own.
 */
export const inspectionSettings = {
  firstYears: days(
    'first_years',
    'The first visit is due at the end of the calendar year, so many after the last building was placed in service',
    2,
    'Reg. 1.42-5(c)(2)(iii)',
    'years',
  ),
  intervalYears: days(
    'interval_years',
    'After a visit the next is due within',
    3,
    'Reg. 1.42-5(c)(2)(iii)',
    'years',
  ),
  yearlyYears: days('yearly_years', 'At properties with a TCAP loan within', 1, 'TCAP agreement', 'years'),
  againDays: days('again_days', 'After a failed visit the next is due within', 60, 'Agency decision'),
  passFrom: setting({
    group,
    key: 'nspire_fail_below',
    label: 'A visit fails below a score of',
    kind: 'number' as const,
    default: 60,
    source: 'NSPIRE scoring notice',
  }),
  enforceAt: setting({
    group,
    key: 'nspire_enforcement_at',
    label: 'It is referred to enforcement at a score of',
    kind: 'number' as const,
    default: 30,
    source: 'NSPIRE scoring notice',
  }),
  noticeDays: days(
    'notice_days',
    'The owner is given notice at most',
    15,
    'Reg. 1.42-5(c)(2)(iii)(C)',
    'days before the visit',
  ),
  urgentDays: days(
    'cure_urgent_days',
    'What threatens life or is severe is cured within',
    1,
    'NSPIRE standards',
  ),
  moderateDays: days('cure_moderate_days', 'What is moderate within', 30, 'NSPIRE standards'),
  lowDays: days('cure_low_days', 'What is low within', 60, 'NSPIRE standards'),
  correctionDays: days(
    'correction_days',
    'Files, and everything else at the latest, within',
    90,
    'Reg. 1.42-5(c)(4)',
    'days of the report',
  ),
  fileDays: days(
    'file_8823_days',
    'Form 8823 is filed after the end of that time within',
    45,
    'Reg. 1.42-5(e)(3)',
  ),
  secondYears: days(
    'second_8823_years',
    'A correction after Form 8823 was filed is reported with a second form within',
    3,
    'Guide for completing Form 8823',
    'years after the time to cure',
  ),
} as const
