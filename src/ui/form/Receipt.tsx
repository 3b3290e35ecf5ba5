import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { IconCircleCheck, IconPrinter } from '../frame/icons.ts'
import css from './receipt.module.css'

/** See `Receipt`. */
export interface ReceiptProps {
  /** The title of the receipt: "Replacement reserve request submitted". */
  title: string
  /** The number of the record: "R-100". */
  number: string
  /** The time of submission, as a moment (UTC) or a day. */
  date: string
  /** What happens next, and by when. */
  next: ReactNode
  /** Further facts, such as property, total, and the person who submitted. */
  facts?: readonly (readonly [label: string, value: ReactNode])[]
  /** Links to continue: back to the list, open the request. */
  children?: ReactNode
}

/**
 * The receipt after submitting: the number, the time, and what happens next. It gets the focus when it
 * appears, so that screen readers announce it, and it prints on a separate page.
 */
export function Receipt({ title, number, date, next, facts = [], children }: ReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const time = date.length > 10 ? formatDate(date, 'MM/DD/YYYY h:mm A') : formatDate(date, 'MM/DD/YYYY')
  const all: readonly (readonly [string, ReactNode])[] = [['Number', number], ['Date', time], ...facts]
  return (
    <section className={css.receipt} aria-labelledby="receipt-title">
      <h2 id="receipt-title" ref={heading} tabIndex={-1}>
        <IconCircleCheck size={24} aria-hidden="true" />
        {title}
      </h2>
      <dl>
        {all.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>What happens next</h3>
      <div>{next}</div>
      <Group mt="md" data-noprint>
        {children}
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print this page
        </Button>
      </Group>
    </section>
  )
}
