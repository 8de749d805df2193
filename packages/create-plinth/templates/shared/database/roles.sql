-- Run once by the database container. On a managed server, run what `npx plinth database roles {{database}}` prints instead.
\getenv owner_password OWNER_PASSWORD
\getenv host_password HOST_PASSWORD
create role plinth_app nologin;
create role plinth_restricted nologin;
create role plinth_system nologin;
create role plinth_search nologin;
create role plinth_backup nologin;
grant plinth_app to plinth_restricted;
create role {{database}} login createdb password :'owner_password';
create role {{database}}_host login noinherit password :'host_password';
grant plinth_app, plinth_restricted, plinth_system, plinth_search to {{database}};
grant plinth_app, plinth_restricted, plinth_system to {{database}}_host;
alter role {{database}}_host set track_activities = off;
create database {{database}} owner {{database}};
