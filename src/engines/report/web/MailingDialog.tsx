import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { MultiSelect } from '#ui/form/inputs/choice.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { type Frequency, findNextDue, frequencies, frequencyLabels, weekdays } from '../model/frequency.ts'
import { getMailingChoices, type MailingLine, saveMailing } from '../model/mailings.ts'
import styles from './report.module.css'

/** A saved report to be mailed, with its mailing if there is one. */
export type ReportToMail = { savedViewId: number; viewName: string; line: MailingLine | null }

const LAST_DAY = 31

/** The dialog for the recipients and the schedule of a saved report. */
export function MailingDialog({ mailed, onClose }: { mailed: ReportToMail; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={`Mail ${mailed.viewName}`} size="lg">
      <Suspense fallback={<ScreenSkeleton rows={4} />}>
        <MailingForm {...mailed} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}

function MailingForm({ savedViewId, viewName, line, onClose }: ReportToMail & { onClose: () => void }) {
  const { colleagues, holidays, from, hour } = useCall(getMailingChoices, {})
  const send = useSend(saveMailing, { quiet: true })
  const [userIds, setUserIds] = useState<number[]>(
    line?.recipients.filter(({ left }) => !left).map(({ userId }) => userId) ?? [],
  )
  const [rhythm, setRhythm] = useState<Frequency>(line ?? { rhythm: 'Weekly', weekday: 1, monthDay: 1 })
  const [faults, setFaults] = useState<Record<string, string[]>>({})
  const next = findNextDue(rhythm, from, holidays)
  const save = async () => {
    try {
      const { weekday, monthDay } = rhythm
      const body = { rhythm: rhythm.rhythm, weekday, monthDay, userIds, savedViewId }
      await send({ body: { ...body, reportMailingId: line?.reportMailingId ?? null } })
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null
      return setFaults(
        apiError && Object.keys(apiError.fields).length > 0
          ? apiError.fields
          : { save: [String(apiError?.message ?? error)] },
      )
    }
    notify(`${viewName} will be mailed from ${formatDate(next, 'MM/DD/YYYY')} on.`)
    onClose()
  }
  return (
    <div className={styles.mailing}>
      <MultiSelect
        label="To"
        options={colleagues.map(({ userId, name }) => ({ value: userId, label: name ?? '' }))}
        value={userIds}
        onChange={(selected) => setUserIds((selected ?? []).map(Number))}
        error={faults.userIds?.join(' ')}
        width="100%"
      />
      <RhythmFields rhythm={rhythm} onChange={setRhythm} faults={faults} />
      <p role="status">
        {next
          ? `Next on ${formatDate(next, 'MMMM DD, YYYY')}, from ${hour} o’clock on. Recipients get only what they may read themselves.`
          : 'Choose a day.'}
      </p>
      {faults.save && <p role="alert">{faults.save.join(' ')}</p>}
      <Button size="xs" disabled={userIds.length === 0 || !next} onClick={() => void save()}>
        {line ? 'Save' : 'Mail it'}
      </Button>
    </div>
  )
}

type Fields = { rhythm: Frequency; onChange: (rhythm: Frequency) => void; faults: Record<string, string[]> }

function RhythmFields({ rhythm, onChange, faults }: Fields) {
  const set = (change: Partial<Frequency>) => onChange({ ...rhythm, ...change })
  return (
    <>
      <NativeSelect
        size="xs"
        label="How often"
        data={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
        value={rhythm.rhythm}
        onChange={({ currentTarget: { value } }) =>
          set({
            rhythm: frequencies.find((rhythm) => rhythm === value) ?? 'Weekly',
            weekday: rhythm.weekday ?? 1,
            monthDay: rhythm.monthDay ?? 1,
          })
        }
      />
      {rhythm.rhythm === 'Weekly' && (
        <NativeSelect
          size="xs"
          label="Weekday"
          data={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
          value={String(rhythm.weekday ?? 1)}
          error={faults.weekday?.join(' ')}
          onChange={(event) => set({ weekday: Number(event.currentTarget.value) })}
        />
      )}
      {rhythm.rhythm === 'Monthly' && (
        <NumberInput
          size="xs"
          label="Day of the month"
          description="In shorter months, on the last day."
          min={1}
          max={LAST_DAY}
          value={rhythm.monthDay ?? 1}
          error={faults.monthDay?.join(' ')}
          onChange={(value) => set({ monthDay: value === '' ? null : Number(value) })}
        />
      )}
    </>
  )
}
