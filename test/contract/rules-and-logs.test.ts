import { accessLog } from './modules/access-log.ts'
import { actionLog } from './modules/action-log.ts'
import { ruleActions } from './modules/rule-actions.ts'
import { ruleChanges } from './modules/rule-changes.ts'
import { ruleConditions } from './modules/rule-conditions.ts'
import { ruleExecution } from './modules/rule-execution.ts'
import { ruleList } from './modules/rule-list.ts'
import { ruleLogic } from './modules/rule-logic.ts'
import { ruleLogs } from './modules/rule-logs.ts'
import { ruleSets } from './modules/rule-sets.ts'
import { ruleVerdicts } from './modules/rule-verdicts.ts'
import { rules } from './modules/rules.ts'
import { undoRedo } from './modules/undo-redo.ts'
import { proveStatements } from './_frame/group.ts'

proveStatements(
  [
    ruleConditions,
    ruleVerdicts,
    ruleLogic,
    ruleActions,
    ruleList,
    rules,
    ruleChanges,
    ruleSets,
    ruleExecution,
    ruleLogs,
    accessLog,
    actionLog,
    undoRedo,
  ],
  { atLeast: 1_240 },
)
