import { Button, Textarea, type TextareaProps } from '@mantine/core'
import styles from './reportCard.module.css'
import { useStoredText } from './useStoredText.ts'

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'onBlur'> & Parameters<typeof useStoredText>[0]

/**
 * A text box that saves automatically. If another person saved a different text, it is shown below with a
 * choice.
 */
export function StoredText({ value, place, readOnly, save, ...box }: Props) {
  const {
    words: text,
    theirs,
    type,
    leave,
    keepMine,
    takeTheirs,
  } = useStoredText({ value, place, readOnly, save })
  return (
    <>
      <Textarea
        autosize
        readOnly={readOnly}
        {...box}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
      {theirs && (
        <p role="status" className={styles.theirs} data-noprint>
          {value ? <q>{value}</q> : 'Nothing'} was saved here by somebody else in the meantime.{' '}
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>{' '}
          <Button size="compact-xs" variant="default" onClick={keepMine}>
            Keep mine
          </Button>
        </p>
      )}
    </>
  )
}
