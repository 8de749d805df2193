call plinth.restrict('plinth.changes');
call plinth.restrict('plinth.action_log');
