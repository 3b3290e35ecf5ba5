import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstant } from './pool.ts'

const plain = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
/** As PostgreSQL writes an instant in UTC: no fraction where there is none, no zeros at its end. */
const written = (instant: Date, micros: number): string => {
  const [day, time = ''] = instant.toISOString().slice(0, 19).split('T')
  const fraction = `${String(instant.getUTCMilliseconds()).padStart(3, '0')}${String(micros).padStart(3, '0')}`.replace(
    /0+$/,
    '',
  )
  return `${day} ${time}${fraction && `.${fraction}`}+00`
}

test('an instant of the database is read as a date would be read, to the millisecond', () => {
  fc.assert(
    fc.property(plain, fc.nat(999), (instant, micros) => {
      expect(toInstant(written(instant, micros))).toBe(instant.toISOString())
    }),
  )
})

test('an instant of another zone is told in UTC', () => {
  expect(toInstant('2026-03-08 01:30:00.5-05')).toBe('2026-03-08T06:30:00.500Z')
})
