import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'value' | 'defaultValue' | 'onBlur'> & {
  value: string | null
  /** Told once it is left, and only what differs; null for nothing. */
  keep: (words: string | null) => unknown
}

/** A box for words that are kept as it is left; what somebody else wrote meanwhile takes their place. */
export const KeptText = ({ value, keep, ...box }: Props) => (
  <Textarea
    key={value}
    autosize
    defaultValue={value ?? ''}
    onBlur={(event) => {
      const words = event.currentTarget.value.trim() || null
      if (words !== (value || null)) void keep(words)
    }}
    {...box}
  />
)
