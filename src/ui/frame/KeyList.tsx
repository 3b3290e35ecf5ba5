import { Checkbox } from '@mantine/core'
import styles from './Keys.module.css'
import { declaredKeys, setSingleKeys, showKeys, useSingleKeys } from './keys.ts'
import { Modal } from './Modal.tsx'

/**
 * The dialog that lists the keys of the screen and lets people turn single keys off. It is loaded when first
 * opened.
 */
export default function KeyList() {
  const on = useSingleKeys()
  return (
    <Modal opened onClose={() => showKeys(false)} title="Keys on this page">
      {declaredKeys().map(([title, keys]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl className={styles.keys}>
            {keys.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((part) => (
                    <kbd key={part}>{part.length > 1 ? part[0]!.toUpperCase() + part.slice(1) : part}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        mt="md"
        label="Use single keys"
        description="Off: a letter, digit or sign alone does nothing. Every key has a button as well."
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  )
}
