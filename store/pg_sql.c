/*
 * The words for PostgreSQL.
 *
 * Every statement about a table that is not the claim itself asks for the version that the
 * claim gave its row: where the claim was lost, nothing is changed
 * (docs/several-machines.md).
 */
#include "postgres.h"

#define PERSON_COLUMNS "id, name, coalesce(handle,''), phrase, owner, created, colour, door"
/* The seats come with the row, as "seat kind gone who bot" and a semicolon each; nobody
 * is a dash. */
#define SEATS_OF_ROW                                                                       \
    "(SELECT string_agg(concat_ws(' ', seat, kind, gone, coalesce(nullif(who,''),'-'),"    \
    " coalesce(nullif(bot,''),'-')), ';') FROM seats WHERE seats.key=tables.key)"
#define TABLE_COLUMNS                                                                      \
    "key, id, game, host, rematch, options, seed, created, started, changed, main_ms, "    \
    "plus_ms, base, clock_ply, clock_ms, clock_left, edition, seats, status, why, "        \
    "why_seat, pace, is_public, by_host, helps, helped, book, version, holder, offer"
#define RESULT_COLUMNS                                                                     \
    "who, source, game, ended, day, result, points, seats, persons, place, firsts, "       \
    "helped, bot"
#define PAGE_OF(where)                                                                     \
    "SELECT " TABLE_COLUMNS ", " SEATS_OF_ROW " FROM tables WHERE " where                  \
    " AND ($2::text IS NULL OR game = $2) AND ($3::bigint = 0 OR changed < $3)"            \
    " ORDER BY changed DESC LIMIT $4::bigint"
#define TIMED                                                                              \
    "status=1 AND (pace<>0 OR EXISTS (SELECT 1 FROM seats WHERE"                           \
    " seats.key=tables.key AND bot<>''))"
#define DEAD "beat < now() - (SELECT lease FROM house)"
#define ANYBODY "$1::text IS NULL AND "
#define STILL(key, version)                                                                \
    "EXISTS (SELECT 1 FROM tables WHERE key=" key "::bigint AND version=" version          \
    "::bigint)"
/* Changes rows that nobody claims: they get the version $2, except those that the turn has
 * claimed itself, which have a version of this turn ($3 up to $4) already. Tells which,
 * what version each had, and the others. */
#define CHANGED(where, how)                                                                \
    "WITH had AS (SELECT key, version FROM tables WHERE (" where ") AND NOT"               \
    " (version >= $3::bigint AND version < $4::bigint) FOR UPDATE),"                       \
    " now AS (UPDATE tables SET " how "version=$2::bigint FROM had WHERE"                  \
    " tables.key=had.key RETURNING tables.key, had.version AS before)"                     \
    " SELECT key, before, $2::bigint, pg_notify('tablier',"                                \
    " $4::bigint / 4294967296 - 1 || ' t ' || key) FROM now"
#define NEEDED_BY_NONE                                                                     \
    " NOT EXISTS (SELECT 1 FROM holders AS h WHERE h.game=books.game AND"                  \
    " h.digest=books.digest) AND NOT EXISTS (SELECT 1 FROM tables AS t WHERE"              \
    " t.book=books.digest AND t.book<>0 AND t.game=books.game)"

/* clang-format off */
const char *const pg_sql[PG_STATEMENTS] = {
    [PG_PERSON_ADD] = "INSERT INTO persons (id, name, handle, phrase, owner, created, colour, door)"
                      " VALUES ($1,$2,nullif($3,''),$4,$5,$6::bigint,$7::int,$8::int)",
    [PG_PERSON_SET] = "UPDATE persons SET name=$2, handle=nullif($3,''), phrase=$4, owner=$5, created=$6::bigint,"
                      " colour=$7::int, door=$8::int WHERE id=$1",
    [PG_PERSON_GET] = "SELECT " PERSON_COLUMNS " FROM persons WHERE id=$1",
    [PG_PERSON_BY_TOKEN] = "SELECT " PERSON_COLUMNS " FROM persons WHERE id=(SELECT person FROM tokens WHERE hash=$1::bytea)",
    [PG_PERSON_BY_HANDLE] = "SELECT " PERSON_COLUMNS " FROM persons WHERE handle=$1",
    [PG_PROGRAMS] = "SELECT " PERSON_COLUMNS " FROM persons WHERE owner=$1 ORDER BY created, id",
    [PG_PERSONS] = "SELECT " PERSON_COLUMNS " FROM persons ORDER BY id",
    [PG_BOOKS] = "SELECT game, digest FROM books",
    [PG_HOLDERS] = "SELECT game, digest, who, ms FROM holders",
    [PG_ALIVE] = "SELECT count(*) FROM nodes WHERE NOT " DEAD,
    [PG_TOKENS_DELETE_PROGRAMS] = "DELETE FROM tokens WHERE person IN (SELECT id FROM persons WHERE owner=$1)",
    [PG_TOKENS_DELETE_OF] = "DELETE FROM tokens WHERE person=$1",
    [PG_PROGRAMS_DELETE] = "DELETE FROM persons WHERE owner=$1",
    [PG_LINES_DELETE_OF] = "DELETE FROM lines WHERE who=$1",
    [PG_RESULTS_DELETE_OF] = "DELETE FROM results WHERE who=$1",
    [PG_TABLES_TOUCH] = CHANGED("host=$1 OR key IN (SELECT key FROM seats WHERE who=$1)", ""),
    [PG_SEATS_FORGET] = "UPDATE seats SET who='' WHERE who=$1",
    [PG_HOST_FORGET] = "UPDATE tables SET host='' WHERE host=$1",
    [PG_HOLDERS_DELETE_OF] = "DELETE FROM holders WHERE who=$1",
    [PG_PERSON_DELETE] = "DELETE FROM persons WHERE id=$1",
    [PG_SEATS_PASS] = "UPDATE seats SET who=$2 WHERE who=$1",
    [PG_HOST_PASS] = "UPDATE tables SET host=$2 WHERE host=$1",
    [PG_LINES_PASS] = "UPDATE lines SET who=$2 WHERE who=$1",
    [PG_PROGRAMS_PASS] = "UPDATE persons SET owner=$2 WHERE owner=$1",
    [PG_RESULTS_PASS] = "UPDATE results SET who=$2 WHERE who=$1 AND NOT EXISTS"
                        " (SELECT 1 FROM results AS own WHERE own.who=$2 AND own.source=results.source)",
    [PG_HOLDERS_PASS] = "WITH had AS (DELETE FROM holders WHERE who=$1 RETURNING game, digest, ms)"
                        " INSERT INTO holders (game, digest, who, ms) SELECT game, digest, $2, ms FROM had"
                        " ON CONFLICT (game, digest, who) DO UPDATE SET ms=excluded.ms",
    [PG_TOKEN_ADD] = "INSERT INTO tokens (hash, person, created) VALUES ($1::bytea,$2,$3::bigint)",
    [PG_TOKEN_DELETE] = "DELETE FROM tokens WHERE hash=$1::bytea",
    [PG_TOKEN_NOTE] = "UPDATE tokens SET device=$2, seen=$3::bigint WHERE hash=$1::bytea"
                      " AND (seen < $3::bigint - 3600000 OR seen > $3::bigint)",
    [PG_TOKENS_END] = "DELETE FROM tokens WHERE person=$1 AND ($2::bytea IS NULL OR hash<>$2)",
    [PG_TOKENS] = "SELECT encode(hash,'hex'), created, seen, device FROM tokens WHERE person=$1"
                  " ORDER BY greatest(seen, created) DESC, hash",
    [PG_KEYS] = "SELECT nextval('table_keys')",
    [PG_CLAIM] = "UPDATE tables SET version=$3::bigint WHERE key=$1::bigint AND ($2::bigint IS NULL OR version=$2)",
    [PG_TABLE_ADD] = "INSERT INTO tables (" TABLE_COLUMNS ") VALUES ($1::bigint,$2,$3,$4,$5,$6,$7,$8::bigint,$9::bigint,"
                     "$10::bigint,$11::bigint,$12::bigint,$13::bigint,$14::bigint,$15::bigint,$16,$17::int,$18::int,$19::int,"
                     "$20::int,$21::int,$22::int,$23::int,$24::int,$25::int,$26::int,$27::bigint,$28::bigint,$29::bigint,$30::bigint)",
    [PG_TABLE_SET] = "UPDATE tables SET id=$2, game=$3, host=$4, rematch=$5, options=$6, seed=$7, created=$8::bigint,"
                     " started=$9::bigint, changed=$10::bigint, main_ms=$11::bigint, plus_ms=$12::bigint, base=$13::bigint,"
                     " clock_ply=$14::bigint, clock_ms=$15::bigint, clock_left=$16, edition=$17::int, seats=$18::int,"
                     " status=$19::int, why=$20::int, why_seat=$21::int, pace=$22::int, is_public=$23::int, by_host=$24::int,"
                     " helps=$25::int, helped=$26::int, book=$27::bigint, holder=$29::bigint, offer=$30::bigint"
                     " WHERE key=$1::bigint AND version=$28::bigint",
    [PG_SEAT_SET] = "INSERT INTO seats (key, seat, kind, gone, who, bot) SELECT $1::bigint, $2::int, $3::int, $4::int, $5::text,"
                    " $6::text WHERE " STILL("$1", "$7") " ON CONFLICT (key, seat) DO UPDATE SET kind=excluded.kind,"
                    " gone=excluded.gone, who=excluded.who, bot=excluded.bot",
    [PG_TABLE_GET] = "SELECT " TABLE_COLUMNS ", " SEATS_OF_ROW " FROM tables WHERE id=$1",
    [PG_TABLE_DELETE] = "DELETE FROM tables WHERE key=$1::bigint AND version=$2::bigint",
    [PG_SEATS_CLEAR] = "DELETE FROM seats WHERE key=$1::bigint AND " STILL("$1", "$2"),
    [PG_LINES_CLEAR] = "DELETE FROM lines WHERE key=$1::bigint AND " STILL("$1", "$2"),
    [PG_TABLE_COUNT] = "SELECT count(*) FROM tables",
    [PG_BUSY] = "SELECT count(*) FROM tables WHERE key IN (SELECT key FROM seats JOIN tables USING (key)"
                " WHERE who=$1 AND kind=2 AND gone=0 AND status<2 UNION SELECT key FROM tables WHERE host=$1 AND status=0)",
    [PG_LIST_MINE] = PAGE_OF("key IN (SELECT key FROM seats WHERE who=$1 AND kind IN (1,2)) AND status < 2"),
    [PG_LIST_OPEN] = PAGE_OF(ANYBODY "is_public=1 AND status=0"),
    [PG_LIST_LIVE] = PAGE_OF(ANYBODY "is_public=1 AND status=1"),
    [PG_LIST_FINISHED] = PAGE_OF("(CASE WHEN $1::text IS NULL THEN is_public=1 ELSE"
                                 " key IN (SELECT key FROM seats WHERE who=$1) END) AND status=2"),
    [PG_LIST_TIMED] = PAGE_OF("($1::text IS NULL OR holder=$1::bigint) AND " TIMED),
    [PG_LIST_ALL] = PAGE_OF("$1::text IS NULL"),
    [PG_LIST_STALE] = PAGE_OF(ANYBODY "status=0"),
    [PG_LIST_OLD] = PAGE_OF(ANYBODY "status=2"),
    [PG_LIST_UNFINISHED] = PAGE_OF(ANYBODY "status<2"),
    [PG_LIST_UNTOLD] = PAGE_OF("key IN (SELECT key FROM seats WHERE who=$1 AND kind=2) AND status=2 AND why<>5"
                               " AND NOT EXISTS (SELECT 1 FROM results WHERE who=$1 AND source=tables.id)"),
    /* A ply that does not follow has no note, which the column refuses: then all of the turn is. */
    [PG_PLY_ADD] = "INSERT INTO plies (key, n, seat, at, ms, lag, note) SELECT $1::bigint, $2::bigint, $3::int, $4::bigint,"
                   " $5::bigint, $6::int, CASE WHEN $2::bigint=0 OR EXISTS (SELECT 1 FROM plies WHERE key=$1::bigint AND"
                   " n=$2::bigint-1) THEN $7::text END WHERE " STILL("$1", "$8"),
    [PG_PLIES] = "SELECT n, seat, at, ms, lag, note FROM plies WHERE key=$1::bigint ORDER BY n",
    [PG_PLIES_CUT] = "DELETE FROM plies WHERE key=$1::bigint AND n>=$2::bigint AND " STILL("$1", "$3"),
    [PG_RESULT_ADD] = "INSERT INTO results (" RESULT_COLUMNS ") SELECT $1::text,$2::text,$3::text,$4::bigint,$5::bigint,$6::int,"
                      "$7::int,$8::int,$9::int,$10::int,$11::int,$12::int,$13::text WHERE $14::bigint IS NULL OR "
                      STILL("$14", "$15") " ON CONFLICT DO NOTHING",
    [PG_RESULTS] = "SELECT " RESULT_COLUMNS " FROM results WHERE who=$1 AND seats>0 AND ($2::bigint = 0 OR ended < $2)"
                   " ORDER BY ended DESC LIMIT $3::bigint",
    [PG_RESULT_GET] = "SELECT " RESULT_COLUMNS " FROM results WHERE who=$1 AND source=$2 AND seats>0",
    [PG_DAY_COUNTS] = "SELECT result, count(*) FROM results WHERE day=$1::bigint AND game=$2 AND day>0 GROUP BY result ORDER BY result",
    [PG_DAY_RESULT] = "SELECT result FROM results WHERE day=$1::bigint AND game=$2 AND who=$3 AND day>0",
    [PG_BOOK_ADD] = "INSERT INTO books (game, digest, text) VALUES ($1,$2::bigint,$3::bytea) ON CONFLICT DO NOTHING",
    [PG_BOOK_GET] = "SELECT text FROM books WHERE game=$1 AND digest=$2::bigint",
    [PG_HOLDER_ADD] = "INSERT INTO holders (game, digest, who, ms) VALUES ($1,$2::bigint,$3,$4::bigint)"
                      " ON CONFLICT (game, digest, who) DO UPDATE SET ms=excluded.ms",
    [PG_HOLDER_GET] = "SELECT 1 FROM holders WHERE game=$1 AND digest=$2::bigint AND who=$3",
    [PG_HOLDERS_OF] = "SELECT count(*) FROM holders WHERE who=$1 AND ms>=$2::bigint",
    [PG_HOLDERS_TIDY] = "DELETE FROM holders WHERE ms<$1::bigint",
    [PG_BOOKS_TIDY] = "DELETE FROM books WHERE" NEEDED_BY_NONE,
    [PG_LINE_ADD] = "INSERT INTO lines (key, who, ms, text, said) VALUES ($1::bigint,$2,$3::bigint,$4,$5::bigint)",
    [PG_LINES] = "SELECT who, coalesce(name,''), ms, text, said FROM (SELECT * FROM lines WHERE key=$1::bigint"
                 " ORDER BY line DESC LIMIT $2::bigint) AS latest LEFT JOIN persons ON id=who ORDER BY line",
    [PG_FAIL] = "SELECT 1/0",
    /* Whoever has another session, or missed a turn, has no session any more, which the column refuses. */
    [PG_MARK] = "UPDATE nodes SET turn=$2::bigint, beat=now(), session=CASE WHEN session=$3::bigint AND turn=$2::bigint-1"
                " THEN session END WHERE node=$1::bigint",
    [PG_GREET] = "SELECT set_config(name, value, false) FROM (VALUES ('synchronous_commit','on'), ('client_encoding','UTF8'),"
                 " ('bytea_output','hex'), ('idle_in_transaction_session_timeout','60s'), ('application_name','tablier'),"
                 " ('client_min_messages','warning'), ('standard_conforming_strings','on'), ('DateStyle','ISO')) AS v (name, value)",
    [PG_JOIN] = "INSERT INTO nodes (node, session, turn, beat) VALUES ($1::bigint, $2::bigint, $3::bigint, now())"
                " ON CONFLICT (node) DO UPDATE SET session=excluded.session, beat=now() RETURNING turn, (SELECT secret FROM house)",
    /* The same after the line was cut, with a number for the new one; not in a house that somebody newer has changed. */
    [PG_JOIN_AGAIN] = "INSERT INTO nodes (node, session, turn, beat) SELECT $1::bigint, nextval('writers'), $2::bigint, now()"
                      " FROM house WHERE version<=$3::bigint"
                      " ON CONFLICT (node) DO UPDATE SET session=excluded.session, beat=now() RETURNING turn, session",
    /* Another session is a fence: nothing that the node sends in its old one is kept. */
    [PG_FENCE] = "WITH given_up AS (UPDATE nodes SET session=nextval('writers') WHERE " DEAD " AND node<>$1::bigint"
                 " AND (EXISTS (SELECT 1 FROM tables WHERE status=1 AND holder=nodes.node)"
                 " OR EXISTS (SELECT 1 FROM presence WHERE presence.node=nodes.node)) RETURNING node)"
                 " DELETE FROM presence USING given_up WHERE presence.node=given_up.node",
    [PG_TAKE] = CHANGED("key IN (SELECT key FROM tables WHERE " TIMED " AND holder<>$1::bigint AND NOT EXISTS (SELECT 1 FROM"
                        " nodes WHERE node=holder AND NOT " DEAD ") ORDER BY key LIMIT 200 FOR UPDATE SKIP LOCKED)",
                        "holder=$1::bigint, "),
    [PG_LET_GO] = CHANGED("status=1 AND holder=$1::bigint", "holder=0, "),
    [PG_LEAVE] = "UPDATE nodes SET beat=to_timestamp(0) WHERE node=$1::bigint",
    [PG_PRESENT] = "INSERT INTO presence (key, node, who, lookers) VALUES ($1::bigint,$2::bigint,$3,$4::int)"
                   " ON CONFLICT (node, key) DO UPDATE SET who=excluded.who, lookers=excluded.lookers",
    [PG_ABSENT] = "DELETE FROM presence WHERE key=$1::bigint AND node=$2::bigint",
    /* Nobody's notice is heard by everybody. */
    [PG_ABSENT_ALL] = "WITH gone AS (DELETE FROM presence WHERE node=$1::bigint) SELECT pg_notify('tablier', '0 a all')",
    [PG_HERE] = "SELECT key, node, who, lookers FROM presence JOIN nodes USING (node) WHERE node=$2::bigint"
                " OR (key = ANY($1::bigint[]) AND NOT " DEAD ") ORDER BY key, node",
    [PG_LISTEN] = "LISTEN tablier",
    [PG_NOTIFY] = "SELECT pg_notify('tablier', $1)",
    [PG_VERSIONS] = "SELECT key, version FROM tables WHERE key = ANY($1::bigint[])",
};

/* Each step brings a house one version further; a new one is appended, none is changed. */
const char *const pg_migrations[] = {
    "CREATE TABLE persons (id text PRIMARY KEY, name text NOT NULL, handle text UNIQUE, phrase text NOT NULL,"
    " owner text NOT NULL, created bigint NOT NULL, colour int NOT NULL, door int NOT NULL);"
    "CREATE INDEX persons_by_owner ON persons (owner) WHERE owner<>'';"
    "CREATE TABLE tokens (hash bytea PRIMARY KEY, person text NOT NULL, created bigint NOT NULL,"
    " seen bigint NOT NULL DEFAULT 0, device text NOT NULL DEFAULT '');"
    "CREATE INDEX tokens_by_person ON tokens (person);"
    "CREATE SEQUENCE writers;"
    "CREATE TABLE nodes (node bigint PRIMARY KEY, session bigint NOT NULL, turn bigint NOT NULL,"
    " beat timestamptz NOT NULL) WITH (fillfactor=50);"
    "CREATE SEQUENCE table_keys INCREMENT BY 1000;"
    /* Rows change often, and none of their indexed columns with every move: room for that. */
    "CREATE TABLE tables (key bigint PRIMARY KEY, id text NOT NULL UNIQUE, game text NOT NULL, host text NOT NULL,"
    " rematch text NOT NULL, options text NOT NULL, seed text NOT NULL, created bigint NOT NULL, started bigint NOT NULL,"
    " changed bigint NOT NULL, main_ms bigint NOT NULL, plus_ms bigint NOT NULL, base bigint NOT NULL,"
    " clock_ply bigint NOT NULL, clock_ms bigint NOT NULL, clock_left text NOT NULL, edition int NOT NULL,"
    " seats int NOT NULL, status int NOT NULL, why int NOT NULL, why_seat int NOT NULL, pace int NOT NULL,"
    " is_public int NOT NULL, by_host int NOT NULL, helps int NOT NULL, helped int NOT NULL, book bigint NOT NULL,"
    " version bigint NOT NULL, holder bigint NOT NULL, offer bigint NOT NULL) WITH (fillfactor=70);"
    "CREATE INDEX tables_by_holder ON tables (holder) WHERE status=1;"
    "CREATE INDEX tables_by_status ON tables (status, changed);"
    "CREATE INDEX tables_by_book ON tables (book) WHERE book<>0;"
    "CREATE INDEX tables_by_host ON tables (host) WHERE status=0;"
    "CREATE TABLE seats (key bigint NOT NULL, seat int NOT NULL, kind int NOT NULL, gone int NOT NULL, who text NOT NULL,"
    " bot text NOT NULL, PRIMARY KEY (key, seat)) WITH (fillfactor=80);"
    "CREATE INDEX seats_by_who ON seats (who) WHERE who<>'';"
    "CREATE TABLE plies (key bigint NOT NULL, n bigint NOT NULL, seat int NOT NULL, at bigint NOT NULL, ms bigint NOT NULL,"
    " lag int NOT NULL, note text NOT NULL, PRIMARY KEY (key, n));"
    "CREATE TABLE lines (line bigserial PRIMARY KEY, key bigint NOT NULL, who text NOT NULL, ms bigint NOT NULL,"
    " text text NOT NULL, said bigint NOT NULL);"
    "CREATE INDEX lines_by_key ON lines (key, line);"
    "CREATE INDEX lines_by_who ON lines (who);"
    "CREATE TABLE results (who text NOT NULL, source text NOT NULL, game text NOT NULL, ended bigint NOT NULL,"
    " day bigint NOT NULL, result int NOT NULL, points int NOT NULL, seats int NOT NULL, persons int NOT NULL,"
    " place int NOT NULL, firsts int NOT NULL, helped int NOT NULL, bot text NOT NULL, PRIMARY KEY (who, source));"
    "CREATE INDEX results_by_day ON results (day, game) WHERE day > 0;"
    "CREATE TABLE books (game text NOT NULL, digest bigint NOT NULL, text bytea NOT NULL, PRIMARY KEY (game, digest));"
    "CREATE TABLE holders (game text NOT NULL, digest bigint NOT NULL, who text NOT NULL, ms bigint NOT NULL,"
    " PRIMARY KEY (game, digest, who));"
    "CREATE INDEX holders_by_who ON holders (who, ms);",
    /* What a crash of the database takes, the nodes say anew. */
    "CREATE UNLOGGED TABLE presence (key bigint NOT NULL, node bigint NOT NULL, who text NOT NULL, lookers int NOT NULL,"
    " PRIMARY KEY (node, key));"
    "CREATE INDEX presence_by_key ON presence (key);",
    /* How long a node may be silent, and what only the nodes know. */
    ("ALTER TABLE house ADD lease interval NOT NULL DEFAULT '5 s', ADD secret text NOT NULL"
     " DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')"),
};
const int pg_latest = (int)(sizeof pg_migrations / sizeof *pg_migrations);
/* clang-format on */
