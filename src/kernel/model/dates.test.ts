import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import {
  AGENCY_ZONE,
  addBusinessDays,
  addDays,
  addMonths,
  addYears,
  agencyDay,
  type DateFormat,
  daysBetween,
  formatClockTime,
  formatDate,
  formatDueMoment,
  getYearNumber,
  momentAfter,
  parseDay,
  setAgencyZone,
  today,
} from './dates.ts'

const days = fc
  .date({ min: new Date('0100-01-01'), max: new Date('9000-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const counts = fc.integer({ min: -20_000, max: 20_000 })

describe('reading dates', () => {
  test.each(getVectors<string, string | null>('DUP-03'))(
    'DUP-03 $input is read as $expected',
    ({ input, expected }) => {
      expect(parseDay(input)).toBe(expected)
    },
  )

  test.each(['03/07/2024', '3/7/2024', '03072024', '2024-03-07', '2024/03/07', ' 3/7/2024 '])(
    'DUP-03 %j is March 7, 2024',
    (text) => {
      expect(parseDay(text)).toBe('2024-03-07')
    },
  )

  test.each([
    '02/29/2023',
    '02/29/1900',
    '13/01/2024',
    '04/31/2024',
    '00/10/2024',
    '2024-3-7',
    '2024-03/07',
    '20240307',
    '3/7/24',
    '01/01/0000',
    '2024-03-07T00:00:00Z',
    'soon',
  ])('DUP-03 %j is no day', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  test('DUP-03 a missing text is not a day', () => {
    expect([parseDay(null), parseDay(undefined)]).toEqual([null, null])
  })
})

describe('showing dates', () => {
  const formatCases = getVectors<string, Record<DateFormat, string>>('FMT-01').flatMap(
    ({ input, expected }) =>
      Object.entries(expected).map(([format, text]) => ({ input, format: format as DateFormat, text })),
  )

  test.each(formatCases)('FMT-01 $input as $format is $text', ({ input, format, text }) => {
    expect(formatDate(input, format)).toBe(text)
  })

  test('FMT-01 midnight is 12:00 AM and noon is 12:00 PM', () => {
    expect(formatDate('2024-01-05', 'MM/DD/YYYY h:mm A')).toBe('01/05/2024 12:00 AM')
    expect(formatDate('2024-01-05T12:00:00', 'MM/DD/YYYY h:mm A')).toBe('01/05/2024 12:00 PM')
  })

  test('FMT-01 a moment is shown in the time of the zone, with daylight saving time', () => {
    const format = 'MM/DD/YYYY h:mm A'
    expect(formatDate('2024-01-05T04:30:00Z', format)).toBe('01/04/2024 10:30 PM')
    expect(formatDate('2024-07-05T04:30:00.123Z', format)).toBe('07/04/2024 11:30 PM')
    expect(formatDate('2024-07-05T04:30:00+02:00', format, 'UTC')).toBe('07/05/2024 2:30 AM')
    expect(formatDate('2024-01-05T06:00:00Z', format)).toBe('01/05/2024 12:00 AM')
  })

  test.each([
    '',
    'soon',
    '2024-02-30',
    '2024-02-30T10:00:00Z',
    '2024-01-05 25:00',
    '2024-01-05T99:00:00Z',
    null,
    undefined,
  ])('FMT-01 %j shows as nothing', (value) => {
    expect(formatDate(value, 'MM/DD/YYYY')).toBe('')
  })

  test('FMT-01 every day in a numeric format is read back as the same day', () => {
    fc.assert(
      fc.property(days, fc.constantFrom<DateFormat>('MM/DD/YYYY', 'M/D/YYYY'), (day, format) => {
        expect(parseDay(formatDate(day, format))).toBe(day)
      }),
    )
  })
})

describe('counting days', () => {
  test('adding months or years ends on a day that exists', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2023-01-31', 1)).toBe('2023-02-28')
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15')
    expect(addMonths('2024-01-15', -13)).toBe('2022-12-15')
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
  })

  test('adding days and counting them agree, also over leap days and clock changes', () => {
    fc.assert(
      fc.property(days, counts, (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
        expect(addDays(addDays(day, count), -count)).toBe(day)
      }),
    )
  })

  test('a text that is not a day, or a result after 9999, is refused', () => {
    expect(() => addDays('2023-02-29', 1)).toThrow(RangeError)
    expect(() => addMonths('03/07/2024', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
  })

  test('today is the day in the given zone', () => {
    const now = new Date('2024-03-08T05:30:00Z')
    expect(today('America/Chicago', now)).toBe('2024-03-07')
    expect(today('UTC', now)).toBe('2024-03-08')
  })

  test('today changes exactly at midnight of the zone, whatever was computed before', () => {
    const moments = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    const zones = fc.constantFrom('America/Chicago', 'Pacific/Honolulu', 'America/St_Johns', 'UTC')
    const midnight = Date.parse('2026-11-02T06:00:00Z')
    expect([-1, 0].map((offset) => today('America/Chicago', new Date(midnight + offset)))).toEqual([
      '2026-11-01',
      '2026-11-02',
    ])
    fc.assert(
      fc.property(fc.array(fc.tuple(moments, zones), { minLength: 2 }), (samples) => {
        for (const [moment, zone] of samples)
          expect(today(zone, moment)).toBe(
            new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment),
          )
      }),
      { numRuns: 50 },
    )
  })
})

describe('business days', () => {
  test.each(getVectors<{ date: string; days: number }, string>('FMT-02'))(
    'FMT-02 $input.date and $input.days business days is $expected',
    ({ input, expected }) => {
      expect(addBusinessDays(input.date, input.days)).toBe(expected)
    },
  )

  test('FMT-02 zero days return the same day, negative days go back, and only given holidays are skipped', () => {
    expect(addBusinessDays('2024-03-02', 0)).toBe('2024-03-02')
    expect(addBusinessDays('2024-03-04', -1)).toBe('2024-03-01')
    expect(addBusinessDays('2024-12-24', 1)).toBe('2024-12-25')
    expect(addBusinessDays('2024-12-24', 1, ['2024-12-25'])).toBe('2024-12-26')
  })

  test('FMT-02 the result is a weekday, with exactly that many weekdays up to it', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 60 }), (day, count) => {
        const end = addBusinessDays(day, count)
        const passed = Array.from({ length: daysBetween(day, end) }, (_, index) => addDays(day, index + 1))
        const weekdays = passed.filter((each) => ![0, 6].includes(new Date(each).getUTCDay()))
        expect(weekdays).toHaveLength(count)
        expect(weekdays.at(-1)).toBe(end)
      }),
    )
  })
})

test('without a given zone, dates and times use the configured zone of the agency', () => {
  const late = '2026-03-01T05:30:00Z'
  const formatLate = () => [formatDate(late, 'MM/DD/YYYY h:mm A'), today(undefined, new Date(late))]
  expect(formatLate()).toEqual(['02/28/2026 11:30 PM', '2026-02-28'])
  setAgencyZone('America/New_York')
  expect(formatLate()).toEqual(['03/01/2026 12:30 AM', '2026-03-01'])
  setAgencyZone(AGENCY_ZONE)
})

describe('domain 48.5: the day of a moment is that of the agency', () => {
  test('9:30 PM at the agency belongs to the day that is already over in UTC, in summer and in winter', () => {
    expect(agencyDay('2026-05-01T02:30:00Z')).toBe('2026-04-30')
    expect(agencyDay('2026-12-01T03:30:00.000Z')).toBe('2026-11-30')
    expect(agencyDay(new Date('2026-05-01T02:30:00Z'))).toBe('2026-04-30')
    expect(agencyDay('2026-05-01T02:30:00Z', 'UTC')).toBe('2026-05-01')
    expect(formatClockTime('2026-05-01T02:30:00Z')).toBe('9:30 PM')
  })
  test('agencyDay refuses a day, and getYearNumber refuses a moment', () => {
    expect(() => agencyDay('2026-05-01')).toThrow(RangeError)
    expect(getYearNumber('2026-05-01')).toBe(2026)
    expect(() => getYearNumber('2026-05-01T02:30:00Z')).toThrow(RangeError)
  })
  test('momentAfter adds days without changing the UTC time of day', () => {
    expect(momentAfter('2026-05-01T02:30:00.000Z', 30)).toBe('2026-05-31T02:30:00.000Z')
  })
})

test('a due moment is shown with the abbreviation of the agency’s zone', () => {
  expect(formatDueMoment('2026-06-03T02:30:00Z')).toBe('06/02/2026 9:30 PM CDT')
  expect(formatDueMoment('2026-12-03T03:30:00Z')).toBe('12/02/2026 9:30 PM CST')
})
