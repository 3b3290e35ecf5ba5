import { Alert, Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { holidays, loadHolidayYear } from '../model/calls.ts'
import { holidayStates } from '../model/publicHolidays.ts'
import css from './holidays.module.css'

const fields = { holidayDate: { width: 140 }, name: { width: 340 } }
const blank = { holidayDate: null, name: '' }
const YEARS_AHEAD = 5

/** The list of days on which the agency is closed. A button adds the public holidays of a year. */
export default function Holidays() {
  const canEdit = useMay(holidays.create)
  const rows = useCall(holidays.getAll, {})
  const thisYear = Number(today().slice(0, 4))
  const isLoaded = (year: number) => rows.some((row) => row.holidayDate.startsWith(`${year}-`))
  const missing = [thisYear, thisYear + 1].filter((year) => !isLoaded(year))
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" title={`The holidays of ${missing.join(' and ')} are missing`}>
          Due dates that fall on a holiday move to the next business day. Without the holidays they do not.
        </Alert>
      )}
      {canEdit && (
        <LoadYear
          years={Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => thisYear + ahead)}
          has={isLoaded}
        />
      )}
      <EditableList
        caption="Holidays"
        controller={holidays as Controller}
        fields={fields}
        blank={blank}
        newestFirst="holidayDate"
        canEdit={canEdit}
      />
    </>
  )
}

function LoadYear({ years, has }: { years: readonly number[]; has: (year: number) => boolean }) {
  const [year, setYear] = useState(() => years.find((year) => !has(year)) ?? years[0] ?? 0)
  const [state, setState] = useState(true)
  const { state: agencyState } = useCall(getAgency, {})
  const stateName = holidayStates[agencyState as keyof typeof holidayStates]
  const load = useSend(loadHolidayYear)
  const add = async () => {
    try {
      const added = await load({ body: { year, state } })
      notify(
        added.length === 0
          ? `${year} was there already.`
          : `${plural(added.length, 'day', 'days')} of ${year} added.`,
      )
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'Nothing was added.', { kind: 'warning' })
    }
  }
  return (
    <div className={css.load}>
      <NativeSelect
        label="Year"
        value={String(year)}
        data={years.map((year) => ({
          value: String(year),
          label: has(year) ? `${year} (loaded)` : String(year),
        }))}
        onChange={(event) => setYear(Number(event.currentTarget.value))}
      />
      {stateName && (
        <Checkbox
          label={`With the holidays of ${stateName}`}
          checked={state}
          onChange={(event) => setState(event.currentTarget.checked)}
        />
      )}
      <Button variant="default" onClick={() => void add()}>
        Load public holidays
      </Button>
    </div>
  )
}
