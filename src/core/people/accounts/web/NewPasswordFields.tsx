import { PasswordInput } from '@mantine/core'
import { passwordLength } from '../model/passwords.ts'

/** The two fields of a new password, which is typed twice. */
export function NewPasswordFields({
  password,
  repeated,
  onPassword,
  onRepeated,
}: {
  password: string
  repeated: string
  onPassword: (value: string) => void
  onRepeated: (value: string) => void
}) {
  const toggle = { 'aria-label': 'Show password', tabIndex: 0 }
  return (
    <>
      <PasswordInput
        label="New password"
        description={`At least ${passwordLength.least} characters. A few unrelated words are good; common passwords are refused.`}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={repeated}
        onChange={(event) => onRepeated(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
        error={repeated && password !== repeated ? 'The two passwords differ.' : undefined}
      />
    </>
  )
}
