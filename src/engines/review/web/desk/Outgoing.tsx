import { Button, Group, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { getLetterParagraphs, type LetterData } from '#core/correspondence/letters/model/index.ts'
import { LetterSheet } from '#core/correspondence/letters/web/index.ts'
import type { StandingLine } from '../../model/dependents.ts'
import type { letterLine, mailLine } from '../../model/shapes.ts'
import type { AnyDetail } from '../pages.ts'
import styles from './desk.module.css'

/** The server's preview of a step. */
export type StepPreview = {
  detail: AnyDetail
  letter: z.infer<typeof letterLine> | null
  mails: z.infer<typeof mailLine>[]
  seen: string | null
  standing: StandingLine[]
}

/** The rewritten paragraphs of the letter. A paragraph that is null is left as drafted. */
export type LetterText = readonly (string | null)[] | null

type OutgoingProps = {
  shown: StepPreview | undefined
  /** Whether the preview waits for the required reason. */
  waits: boolean
  text: LetterText
  onText: (text: LetterText) => void
}

/**
 * Shows the letter that is sent with the step, or the mail if there is no letter. The text of a letter can be
 * rewritten.
 */
export function Outgoing({ shown, waits, text, onText }: OutgoingProps) {
  // The text from before the editing began, because the letter itself is drafted again during it.
  const [written, setWritten] = useState<readonly string[] | null>(null)
  const letter = shown?.letter ?? null
  const mail = shown?.mails[0]
  const restoreDraft = () => {
    onText(null)
    setWritten(null)
  }
  return (
    <section>
      <Group justify="space-between">
        <h3>{letter ? 'Letter' : mail ? 'Mail' : 'What goes out'}</h3>
        <span>
          {text && (
            <Button size="compact-sm" variant="subtle" onClick={restoreDraft}>
              Text as drawn up
            </Button>
          )}
          {written ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setWritten(null)}>
              Show the letter
            </Button>
          ) : (
            letter && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => setWritten(getLetterParagraphs(letter.data as unknown as LetterData))}
              >
                Edit text
              </Button>
            )
          )}
        </span>
      </Group>
      {written ? (
        <Paragraphs written={written} text={text} onText={onText} />
      ) : (
        <div className={styles.letter}>{renderContent(shown, waits)}</div>
      )}
    </section>
  )
}

/** The fields in which the paragraphs of the letter are rewritten. */
function Paragraphs({
  written,
  text,
  onText,
}: { written: readonly string[] } & Pick<OutgoingProps, 'text' | 'onText'>) {
  const change = (index: number, label: string) =>
    onText(written.map((_, position) => (position === index ? label : (text?.[position] ?? null))))
  return (
    <div className={styles.paragraphs}>
      <p>Tables stay as they are. A paragraph that is emptied is left out.</p>
      {written.map((paragraph, index) => {
        const label = text?.[index] ?? paragraph
        // Paragraphs that the letter leaves out, such as an empty comment, are not shown for editing.
        if (paragraph === '' && label === '') return null
        return (
          <Textarea
            key={index}
            label={`Paragraph ${written.slice(0, index + 1).filter(Boolean).length}`}
            data-autofocus={index === 0 || undefined}
            autosize
            maxLength={4000}
            value={label}
            onChange={(event) => change(index, event.currentTarget.value)}
          />
        )
      })}
    </div>
  )
}

function renderContent(previewed: StepPreview | undefined, waits: boolean): ReactNode {
  const mail = previewed?.mails[0]
  if (previewed?.letter) return <LetterSheet letter={previewed.letter} />
  if (mail)
    return (
      <article className={styles.mail} aria-label="Mail">
        <strong>{mail.subject}</strong>
        {`\n\n${mail.text}`}
      </article>
    )
  if (previewed) return <p className={styles.sheet}>No letter and no mail goes out.</p>
  return (
    <p role="status" className={styles.sheet}>
      {waits ? 'It is shown here once the reason is written.' : 'It is being prepared.'}
    </p>
  )
}
