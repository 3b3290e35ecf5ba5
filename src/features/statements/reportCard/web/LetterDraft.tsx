import { fillPlaceholders } from '#core/correspondence/letters/model/index.ts'
import { Section } from '#ui/frame/Section.tsx'
import { describeAuditorMail } from '../model/auditor.ts'
import type { CardView } from '../model/view.ts'
import styles from './reportCard.module.css'
import { StoredText } from './StoredText.tsx'
import type { CardWriting } from './useCard.ts'
import type { SaveWords } from './useStoredText.ts'

const letterNames = {
  acceptance: 'acceptance letter',
  findings: 'findings letter',
  clearance: 'clearance letter',
} as const

/** The letter that the next decision sends: generated paragraphs, each with a text box for added text. */
export function LetterDraft({ view, save }: { view: CardView; save: CardWriting['save'] }) {
  const { card, letter, mayCure, statement } = view
  const values = { propertyName: statement.subject }
  const getSaveText =
    (id: string): SaveWords =>
    (text, over) =>
      save(({ letterTexts: { [id]: storedText, ...otherRows } }) => {
        over(storedText ?? null)
        return { letterTexts: text ? { ...otherRows, [id]: text } : otherRows }
      })
  return (
    <Section title="Letter draft" aside={<span className={styles.words}>{letterNames[letter.kind]}</span>}>
      <article className={styles.letter}>
        {letter.paragraphs.map((paragraph) => (
          <div key={paragraph.id}>
            {paragraph.text.split('\n').map((line, index) => (
              <p key={index} className={styles.follows}>
                {fillPlaceholders(line, values)}
              </p>
            ))}
            {mayCure ? (
              <StoredText
                className={styles.hand}
                aria-label={`Written by hand, after “${fillPlaceholders(paragraph.text, values).slice(0, 60)}”`}
                placeholder="Add your own words"
                minRows={1}
                maxLength={4000}
                readOnly={false}
                place={`card/${card.afsReportCardId}/letter/${paragraph.id}`}
                value={paragraph.hand}
                save={getSaveText(paragraph.id)}
              />
            ) : (
              paragraph.hand && <p className={styles.written}>{paragraph.hand}</p>
            )}
          </div>
        ))}
        <p className={styles.words}>
          <span className={styles.follows}>blue</span> follows the card,{' '}
          <span className={styles.written}>yellow</span> is written by hand
        </p>
        <p className={styles.words}>{describeAuditorMail(statement)}</p>
      </article>
    </Section>
  )
}
