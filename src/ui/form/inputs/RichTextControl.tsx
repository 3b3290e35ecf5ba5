import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor } from '@mantine/tiptap'
import { Link } from '@tiptap/extension-link'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ComponentProps, useEffect } from 'react'
import type { ControlProps } from '../FieldFrame.tsx'
import css from './richText.module.css'

/** What can be put into the text from a list: shown by its label, written as its text. */
export type Insert = { label: string; text: string }

export interface RichTextControlProps extends ControlProps<string> {
  inserts?: readonly Insert[]
}

/** The editor as the kit's types name it: they see the same classes through another door of the package. */
type KitEditor = ComponentProps<typeof RichTextEditor>['editor']

const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, code: false, codeBlock: false, link: false }),
  Link.configure({ openOnClick: false, protocols: ['mailto'] }),
]

/**
 * The bare input of rich text: paragraphs, headings, lists, links; null when nothing is written. Its value is
 * HTML.
 */
export default function RichTextControl({
  value,
  onChange,
  onBlur,
  inserts = [],
  ...wiring
}: RichTextControlProps) {
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editorProps: { attributes: getAttributes(wiring) },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? null : changed.getHTML()),
    onBlur: () => onBlur?.(),
  })
  useEffect(() => {
    // A screen that is left keeps the editor for a moment after it has ended.
    if (editor.isDestroyed) return
    // The record was read again or another text was chosen; text that the user is typing is already the same.
    if ((value ?? '') !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <RichTextEditor
      editor={editor as unknown as KitEditor}
      className={css.editor}
      data-invalid={wiring.invalid || undefined}
    >
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
        {inserts.length > 0 && <InsertSelect editor={editor} inserts={inserts} />}
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}

function getAttributes(wiring: Omit<RichTextControlProps, 'value' | 'onChange'>): Record<string, string> {
  const attributes = {
    id: wiring.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': wiring['aria-label'],
    'aria-labelledby': wiring.labelledBy,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.invalid ? 'true' : undefined,
    'aria-required': wiring.required ? 'true' : undefined,
  }
  return Object.fromEntries(
    Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** Inserts the chosen text at the cursor, then is ready for the next choice. */
function InsertSelect({ editor, inserts }: { editor: Editor; inserts: readonly Insert[] }) {
  return (
    <select
      className={css.inserts}
      aria-label="Insert placeholder"
      value=""
      onChange={(event) => editor.chain().focus().insertContent(event.target.value).run()}
    >
      <option value="">Insert…</option>
      {inserts.map((insert) => (
        <option key={insert.text} value={insert.text}>
          {insert.label}
        </option>
      ))}
    </select>
  )
}
