import { Button, Group } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { addMonths, getMonthStart, monthName, today } from '#kernel/model/dates.ts'

/** A calendar month; `month` is from 1 to 12. */
export type Month = { year: number; month: number }
const getFirstDay = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}-01`
const getMonth = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) })

/** Returns the name of a month: `November 2026`. */
export const getMonthName = (month: Month): string => monthName(getFirstDay(month))

/** The month in the address (`?month=2026-11`), by default the current one, and a function to change it. */
export function useMonth() {
  const [searchParams, setSearchParams] = useSearchParams()
  const monthText = /^\d{4}-(0[1-9]|1[0-2])$/.exec(searchParams.get('month') ?? '')?.[0]
  const present = getMonthStart(today())
  const first = monthText && `${monthText}-01` <= present ? `${monthText}-01` : present
  const go = (count: number) =>
    setSearchParams(
      (before) => {
        before.set('month', addMonths(first, count).slice(0, 7))
        return before
      },
      { replace: true },
    )
  return { month: getMonth(first), go, isPresent: first === present }
}

/** Buttons for the previous and the next month. */
export function MonthChoice({ month, go, isPresent }: ReturnType<typeof useMonth>) {
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => go(-1)} aria-label="The month before">
        ‹
      </Button>
      <strong>{getMonthName(month)}</strong>
      {!isPresent && (
        <Button variant="default" size="xs" onClick={() => go(1)} aria-label="The month after">
          ›
        </Button>
      )}
    </Group>
  )
}
