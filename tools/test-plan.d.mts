export type TestRun = {
  name: string
  title: string
  config: string
  files?: string[]
  env?: Record<string, string>
  postgres?: 'own' | 'second'
  needsBrowser?: boolean
}
export const everyTime: TestRun[]
export const beforeRelease: TestRun[]
