import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { createCalendarFeed, getCalendarFeed, removeCalendarFeed } from '../model/calls.ts'
import css from './tasks.module.css'
import { useWrite } from './useWrite.ts'

/** Runs `work` and shows its error as a notice. */
const runWithNotice = async (work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
  }
}

/** Lets a person create, copy and end their own calendar address. The address is shown only once. */
export function CalendarAddress() {
  const feed = useCall(getCalendarFeed, {})
  const write = useWrite({ quiet: false })
  const [address, setAddress] = useState('')
  const create = () =>
    runWithNotice(async () =>
      setAddress((await write(createCalendarFeed, { body: {} }, 'Your calendar address is ready.')).address),
    )
  const remove = () =>
    runWithNotice(async () => {
      await write(removeCalendarFeed, { body: {} }, 'Your calendar address has ended.')
      setAddress('')
    })
  const copy = () =>
    runWithNotice(async () => {
      await navigator.clipboard.writeText(address)
      notify('The address is copied.')
    })
  return (
    <section aria-label="Due dates in your calendar" className={css.calendar} data-noprint>
      <h2>Due dates in your calendar</h2>
      <p className={css.note}>
        {feed
          ? `You have a calendar address since ${formatDate(feed.createdAt, 'MM/DD/YYYY')}. It cannot be shown again: a new one ends it, and so does a new password.`
          : 'Outlook, Google and Apple calendars can follow your due dates. Anyone with the address can read them.'}
      </p>
      {address && (
        <Group gap="sm" align="end">
          <TextInput label="Calendar address, shown once" value={address} readOnly className={css.address} />
          <Button onClick={() => void copy()}>Copy address</Button>
        </Group>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => void create()}>
          {feed ? 'New calendar address' : 'Get a calendar address'}
        </Button>
        {feed && (
          <Button variant="default" onClick={() => void remove()}>
            End the address
          </Button>
        )}
      </Group>
    </section>
  )
}
